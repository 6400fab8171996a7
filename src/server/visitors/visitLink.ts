import { secretsOfInstallation } from '../database/secret.ts'
import type { Service } from '../service.ts'
import { publicAddress } from '../settings.ts'
import type { OpenPage } from './openPage.ts'

/** The one record that a visitor's link opens, until a moment. */
export interface VisitLink {
  readonly lojaId: number
  readonly register: string
  readonly id: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** A sealed key cannot be read elsewhere as something else. */
const place = 'visit.link'
const DAY = 24 * 3600_000

/** A key that opens one record, for so many days: nobody makes one up, and it tells nothing of what it opens. */
export const visitKey = (
  { dataDir }: Pick<Service, 'dataDir'>,
  of: Omit<VisitLink, 'until'>,
  days: number,
  now = Date.now(),
): string => secretsOfInstallation(dataDir).seal(JSON.stringify({ ...of, until: now + days * DAY }), place)

/** The key of a record of an open page, for as long as its definition says. */
export const linkKey = (
  service: Pick<Service, 'dataDir'>,
  { table, visitors, store }: Pick<OpenPage, 'table' | 'visitors' | 'store'>,
  id: unknown,
): string => visitKey(service, { lojaId: store.id, register: table.register.name, id: String(id) }, visitors.days)

/** The address of a key, as letters name it. */
export const visitAddress = (page: string | undefined, key: string): string =>
  `${publicAddress()}${page ?? '/'}?chave=${encodeURIComponent(key)}`

/** Reads a key; undefined for one that nobody gave, or whose time is over. */
export function openVisitKey({ dataDir }: Pick<Service, 'dataDir'>, key: string): VisitLink | undefined {
  try {
    const link: VisitLink = JSON.parse(secretsOfInstallation(dataDir).open(key, place))
    return link.until >= Date.now() ? link : undefined
  } catch {
    return undefined
  }
}
