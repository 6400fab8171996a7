/** The browser's check of text that would become code. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | undefined }): unknown
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The address where it is one of our own scripts, as they are built: nothing else of the site is one, be it what people sent. */
export function ownScript(address: string, { href, origin }: Pick<Location, 'href' | 'origin'>): string | undefined {
  const read = URL.parse(address, href)
  return read?.origin === origin && /^\/(sw\.js$|assets\/)/.test(read.pathname) ? address : undefined
}

/**
 * Lets our own workers run where the page's policy takes no text as code (Trusted Types): nothing else becomes code, and no text becomes elements, whatever
 * gets into a page.
 */
export const trustOwnScripts = (): void => {
  window.trustedTypes?.createPolicy('default', { createScriptURL: address => ownScript(address, location) })
}
