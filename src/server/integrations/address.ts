/** The base address of a service, as the installation configures it: http or https, no login in it, no query. */
export function parseBaseAddress(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  if (!plain) throw new Error(`${name} is no address of a service: it begins with https:// and has neither login nor query.`)
  return url
}

/**
 * A path below the base, of fixed words and of parts that somebody typed: those can be no more than one step each. An empty last
 * step is a slash at the end.
 */
export function addressBelow(base: URL, steps: readonly string[]): URL {
  steps.forEach((step, at) => {
    const none = step === '' ? at < steps.length - 1 : step === '.' || step === '..'
    if (none) throw new Error(`no step of an address: "${step}"`)
  })
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${steps.map(encodeURIComponent).join('/')}`
  return url
}
