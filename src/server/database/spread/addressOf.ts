/**
 * The address of another machine of a database, from the first one's: host and port are others, who logs in and the name of the database
 * are the same. Undefined where the first one is reached in a way that names no host, as by a socket.
 */
export function addressOf(first: string, machine: { readonly host: string; readonly port: number }): string | undefined {
  if (!URL.canParse(first)) return undefined
  const url = new URL(first)
  if (url.hostname === '' || url.searchParams.has('host') || url.searchParams.has('port')) return undefined
  url.hostname = machine.host.includes(':') ? `[${machine.host}]` : machine.host
  url.port = String(machine.port)
  return url.hostname === '' ? undefined : url.href
}
