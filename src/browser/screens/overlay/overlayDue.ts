const day = 86_400_000

/** Stands for never. */
export const neverAnswered = '2000-01-01T00:00:00.000Z'

/** Tells whether somebody is asked: the account is older than so many days, and so is the last answer. */
export function isDue(days: number, account: string | undefined, last: string | undefined, now: number): boolean {
  const longAgo = (moment: string): boolean => now - Date.parse(moment) > days * day
  return account !== undefined && longAgo(account) && longAgo(last ?? neverAnswered)
}
