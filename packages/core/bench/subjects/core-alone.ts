export * from '@ensemble/core'
