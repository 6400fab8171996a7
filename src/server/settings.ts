import { resolve } from 'node:path'

/** The settings in the environment. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** A PostgreSQL of somebody else's; undefined: our embedded one. */
  readonly databaseUrl: string | undefined
  readonly demo: boolean
}

export const readSettings = (env: NodeJS.ProcessEnv = process.env): Settings => {
  demandAddress('PUBLIC_URL', ['https:', 'http:'], env)
  demandAddress('DATABASE_URL', ['postgres:', 'postgresql:'], env)
  demandAddress('SMTP_URL', ['smtp:', 'smtps:'], env)
  for (const name of switches) isOn(name, env)
  return {
    port: wholeNumber(env.PORT, 3000),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    demo: isOn('DEMO', env),
  }
}

/** Refuses an address of another sort, which would be noticed only by the letters and links that go nowhere. It may hold a password: it is not told. */
function demandAddress(name: string, protocols: readonly string[], env: NodeJS.ProcessEnv): void {
  const text = env[name]
  if (!text || (URL.canParse(text) && protocols.includes(new URL(text).protocol))) return
  throw new Error(`${name} is no address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`)
}

const switches = ['DEMO', 'QUOTAS', 'AUTOMATIONS', 'DIRECT_READS'] as const

/** Tells whether a switch is on, as it is unless said. Each of the usual words counts, for none is to be taken for its contrary; others are refused. */
function isOn(name: (typeof switches)[number], env: NodeJS.ProcessEnv): boolean {
  const text = env[name] || '1'
  if (/^(0|off|false|no)$/i.test(text)) return false
  if (/^(1|on|true|yes)$/i.test(text)) return true
  throw new Error(`${name} is neither 1 nor 0: ${text}`)
}

/** Where people reach the pages, for links in mails: PUBLIC_URL where a proxy stands in front. */
export const publicAddress = (env: NodeJS.ProcessEnv = process.env): string =>
  (env.PUBLIC_URL || `http://${env.HOST || '127.0.0.1'}:${env.PORT || 3000}`).replace(/\/+$/, '')

/** The contact that push services have for our messages: our pages, or, where these are not public, a mailbox of nobody. */
export const pushContact = (env: NodeJS.ProcessEnv = process.env): string => {
  const address = publicAddress(env)
  return address.startsWith('https:') ? address : 'mailto:nao-responda@retaguarda.local'
}

/**
 * Where whoever calls finds the pages, for services that send people back to them. On one machine without PUBLIC_URL that is the name by which they
 * called it: a browser that is signed in at localhost is a stranger at 127.0.0.1. No other name that a call claims is believed.
 */
export const addressAsCalled = (host: string | undefined, env: NodeJS.ProcessEnv = process.env): string =>
  !env.PUBLIC_URL && host && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host) ? `http://${host}` : publicAddress(env)

/**
 * Reads TRUST_PROXY: the proxies, or `none`, whose word on a caller's real address counts. Without it proxies on this machine are believed where the
 * server listens to this machine alone, since callers from outside come through one; a server that is reached directly believes nobody.
 */
export const trustedProxies = (env: NodeJS.ProcessEnv = process.env): string | false => {
  if (env.TRUST_PROXY) return env.TRUST_PROXY === 'none' ? false : env.TRUST_PROXY
  return /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(env.HOST || '127.0.0.1') ? 'loopback' : false
}

/**
 * Tells whether this server sends work of one store to the machine that has it, where rows are on several: not with DIRECT_READS=0, for servers
 * that reach the first machine alone.
 */
export const worksDirectly = (env: NodeJS.ProcessEnv = process.env): boolean => isOn('DIRECT_READS', env)

/** Milliseconds after which a statement of a report is given up: REPORT_SECONDS. */
export const reportTimeout = (env: NodeJS.ProcessEnv = process.env): number => {
  const seconds = Number(env.REPORT_SECONDS || 60)
  if (!(seconds > 0)) throw new Error(`REPORT_SECONDS is no time: ${env.REPORT_SECONDS}`)
  return Math.ceil(seconds * 1000)
}

/** Milliseconds for which a server that is told to end goes on answering while /readyz says so: DRAIN_SECONDS, for balancers that look only now and then. */
export const drainNotice = (env: NodeJS.ProcessEnv = process.env): number => {
  const seconds = Number(env.DRAIN_SECONDS || 0)
  if (!(seconds >= 0 && seconds <= 600)) throw new Error(`DRAIN_SECONDS is no time: ${env.DRAIN_SECONDS}`)
  return seconds * 1000
}

/** The limits of one piece of work in a worker thread. */
export interface ThreadLimits {
  /** Of a core; by the clock it may take some times as long. */
  readonly seconds: number
  /** Of what JavaScript keeps. */
  readonly megabytes: number
}

/** WORKER_SECONDS and WORKER_MEGABYTES: for reading a file, drawing a paper, writing a part of a sheet. */
export const threadLimits = (env: NodeJS.ProcessEnv = process.env): ThreadLimits => {
  const [seconds, megabytes] = [Number(env.WORKER_SECONDS || 20), Number(env.WORKER_MEGABYTES || 256)]
  if (!(seconds > 0 && seconds <= 600)) throw new Error(`WORKER_SECONDS is no time: ${env.WORKER_SECONDS}`)
  if (!(megabytes >= 16)) throw new Error(`WORKER_MEGABYTES is too little: ${env.WORKER_MEGABYTES}`)
  return { seconds, megabytes }
}

/** How long a server may be silent, in seconds. */
export interface WatchLimits {
  /** Before it is told in the log. */
  readonly told: number
  /** Before it is ended and started anew; while it is to end anyway, `told` is enough. */
  readonly ended: number
  /** That a server which is told to end has for that. */
  readonly grace: number
}

/** WATCH_SECONDS: three numbers, 10,30,30 when nothing is said. A grace comes after DRAIN_SECONDS. */
export const watchLimits = (env: NodeJS.ProcessEnv = process.env): WatchLimits => {
  const numbers = (env.WATCH_SECONDS || '10,30,30').split(',').map(Number)
  const [told = Number.NaN, ended = Number.NaN, grace = Number.NaN] = numbers
  if (!(numbers.length === 3 && told > 0 && ended >= told && grace > 0))
    throw new Error(`WATCH_SECONDS is not three times: ${env.WATCH_SECONDS}`)
  return { told, ended, grace: grace + drainNotice(env) / 1000 }
}

/** Tells whether what stores and people use is held to the quotas of the definitions: not with QUOTAS=off, where one company has the installation to itself. */
export const holdsQuotas = (env: NodeJS.ProcessEnv = process.env): boolean => isOn('QUOTAS', env)

/** INTERNAL_HOSTS: hosts (`till.local`, `127.0.0.1:8080`) that automations may call though they are in no public place, and by HTTP. */
export const internalHosts = (env: NodeJS.ProcessEnv = process.env): ReadonlySet<string> =>
  new Set((env.INTERNAL_HOSTS || '').split(/[\s,]+/).filter(host => host !== ''))

/** Tells whether automations start: not with AUTOMATIONS=off. */
export const runsAutomations = (env: NodeJS.ProcessEnv = process.env): boolean => isOn('AUTOMATIONS', env)

const wholeNumber = (text: string | undefined, otherwise: number): number => {
  const number = Number(text || otherwise)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error(`PORT is no port: ${text}`)
  return number
}
