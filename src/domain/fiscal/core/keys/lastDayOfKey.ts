/** The last day of the month that an access key tells: 2026-12-31. */
export function lastDayOfKey(key: string): string | undefined {
  const [, year, month] = /^\d{2}(\d{2})(0[1-9]|1[0-2])/.exec(key) ?? []
  if (year === undefined || month === undefined) return undefined
  return new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10)
}
