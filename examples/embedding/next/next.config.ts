/** The package loads native code and files of its own folder, so Next.js must not bundle it. */
const config: { readonly serverExternalPackages: readonly string[] } = { serverExternalPackages: ['ensemble'] }

export default config
