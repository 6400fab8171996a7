import type { FastifyInstance } from 'fastify'
import { membersOf, recordsIn } from '../../../base/record.ts'
import { registerOfRole } from '../../../model/access/roles.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'
import { openCall } from '../body/openCall.ts'

/** Where browsers report what a page's content security policy refused. */
export const contentReportAddress = '/api/csp'

/** Anybody may send these: of an address so many a minute, so many bytes at a time, and of all together so many different ones a day are kept. */
const bounds = { perMinute: 20, bytes: 10_000, inOne: 5, aDay: 200 }

/** A refused resource, without anything that tells who was on the page. */
interface Refused {
  readonly directive: string
  readonly blocked: string
  readonly page: string
  readonly source: string
}

/**
 * Takes reports of browsers, in either of the two forms that they have, into the register of failures, where administrators read them: each once a
 * day. Whoever reports is told nothing.
 */
export function registerContentReports(app: FastifyInstance, service: Pick<Service, 'database' | 'model' | 'log'>): void {
  app.register(async scope => {
    for (const type of ['application/csp-report', 'application/reports+json'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: bounds.bytes }, (_request, body, done) =>
        done(null, String(body)),
      )
    scope.post(
      contentReportAddress,
      { config: { ...openCall.config, rateLimit: { max: bounds.perMinute } }, bodyLimit: bounds.bytes },
      async ({ body }, reply) => {
        if (typeof body === 'string') for (const refused of readContentReports(body)) await keepReport(refused, service)
        return reply.code(204).send()
      },
    )
  })
}

/** Reads the reports in a body; nothing where it is no report. */
export function readContentReports(body: string): Refused[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return []
  }
  const reports = Array.isArray(parsed)
    ? recordsIn(parsed).flatMap(({ type, body: said }) => (type === 'csp-violation' ? [membersOf(said)] : []))
    : [membersOf(membersOf(parsed)['csp-report'])]
  return reports.slice(0, bounds.inOne).flatMap(said => {
    const directive = word(said.effectiveDirective ?? said['effective-directive'] ?? said['violated-directive'])
    if (directive === '') return []
    const line = Number(said.lineNumber ?? said['line-number'])
    const source = placeOf(said.sourceFile ?? said['source-file'])
    return [
      {
        directive,
        blocked: originOf(said.blockedURL ?? said['blocked-uri']),
        page: placeOf(said.documentURL ?? said['document-uri']),
        source: source && Number.isSafeInteger(line) && line > 0 ? `${source}:${line}` : source,
      },
    ]
  })
}

const word = (value: unknown): string => (typeof value === 'string' ? (/^[a-z-]{1,40}/.exec(value)?.[0] ?? '') : '')

/** Of an address what it leads to, and nothing of whom or what. */
function placeOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  const address = URL.parse(value)
  return address
    ? `${address.origin === 'null' ? address.protocol : address.origin}${address.pathname.replace(/\d+/g, '0')}`.slice(0, 200)
    : ''
}

/** Its origin, or the word that browsers have in its place: inline, eval, trusted-types-sink. */
function originOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const address = URL.parse(value)
  if (address) return (address.origin === 'null' ? address.protocol : address.origin).slice(0, 200)
  return /^[a-z-]{1,40}$/.exec(value)?.[0] ?? ''
}

const TITLE = 'Content-Security-Policy'

async function keepReport(
  { directive, ...where }: Refused,
  { database, model, log }: Pick<Service, 'database' | 'model' | 'log'>,
): Promise<void> {
  if (!registerOfRole(model(), 'failures')) return
  const table = roleTable(model(), 'failures')
  try {
    await database.system.query(
      `INSERT INTO ${table} (data, stack) SELECT $1, '' WHERE (
         SELECT count(*) < $3 AND count(*) FILTER (WHERE data = $1) = 0 FROM ${table} WHERE "createdAt" > now() - interval '1 day' AND starts_with(data, $2))`,
      [JSON.stringify({ message: `${TITLE}: ${directive}`, ...where }), `{"message":"${TITLE}`, bounds.aDay],
    )
  } catch (error) {
    log.warn({ err: error }, 'a report of a browser was not noted')
  }
}
