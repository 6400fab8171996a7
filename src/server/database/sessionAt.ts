/** The configuration with which pg opens a connection. */
interface SessionConfig {
  readonly connectionString: string
  readonly options?: string
}

/**
 * A connection to an address with settings of ours (`-c name=value`). The driver takes what the address asks for (`?options=…`) in the place of what
 * code asks for: requests would then work as the user of the address, past row level security. So both are one, ours last, which is what holds.
 */
export const sessionAt = (url: string, settings: string): SessionConfig => {
  const [address = '', ...query] = url.split('?')
  const params = new URLSearchParams(query.join('?'))
  const options = [params.get('options'), settings].filter(Boolean).join(' ')
  params.delete('options')
  const left = params.toString()
  return { connectionString: left ? `${address}?${left}` : address, ...(options ? { options } : {}) }
}
