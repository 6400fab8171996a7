/** 90 days in milliseconds: how old an account is before it is asked, and how long an answer lasts. */
export const ninetyDays = 7_776_000_000

/** Stands for never. */
export const neverAnswered = '2000-01-01T00:00:00.000Z'

export const feedbackLength = 2048

/** Least score that is asked what one likes, and not what could be better. */
const pleased = 9

/** Code of the second step's question. */
export const questionOf = (score: number): 'survey.like' | 'survey.improve' =>
  score >= pleased ? 'survey.like' : 'survey.improve'

const longAgo = (moment: string | undefined, now: number): boolean => now - Date.parse(moment ?? neverAnswered) > ninetyDays

/** Whether somebody is asked: the account is older than 90 days, and so is the last answer. */
export const isDue = (account: string | undefined, last: string | undefined, now: number): boolean =>
  account !== undefined && longAgo(account, now) && longAgo(last, now)
