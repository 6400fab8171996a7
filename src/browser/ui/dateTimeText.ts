import { memoizeByKey } from '../../base/memoizeByKey.ts'

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

const formatIn = (zone: string | undefined): Intl.DateTimeFormat =>
  memoizeByKey(
    formats,
    zone,
    () => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', ...(zone ? { timeZone: zone } : {}) }),
  )

/** A moment as people say it, by the clock of a zone or else of who looks; what is no moment stays as it is. */
export function dateTimeText(iso: string | undefined, zone?: string): string {
  const moment = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(moment) ? (iso ?? '') : formatIn(zone).format(moment)
}
