export * from 'ai'
