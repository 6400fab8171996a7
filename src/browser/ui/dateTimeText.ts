const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** A moment as people say it; what is no moment stays as it is. */
export function dateTimeText(iso: string | undefined): string {
  const moment = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(moment) ? (iso ?? '') : format.format(moment)
}
