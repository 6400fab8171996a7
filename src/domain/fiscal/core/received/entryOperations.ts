/** Operations of entry within the state, behind their first digit (Convênio s/nº of 1970, annex II, with its later changes). */
const within =
  '101 102 111 113 116 117 118 120 121 122 124 125 126 128 131 132 135 151 152 153 154 159 201 202 203 204 205 206 207 208 209 212 213 214 215 216 ' +
  '251 252 253 254 255 256 257 301 302 303 304 305 306 351 352 353 354 355 356 360 401 403 406 407 408 409 410 411 414 415 451 452 453 454 455 456 ' +
  '501 503 504 505 506 551 552 553 554 555 556 557 601 602 603 604 605 651 652 653 657 658 659 660 661 662 663 664 901 902 903 904 905 906 907 908 ' +
  '909 910 911 912 913 914 915 916 917 918 919 920 921 922 923 924 925 926 931 932 933 934 949'
const onlyWithin = '360 451 452 453 454 455 456 601 602 604 605 926'
const abroad =
  '101 102 126 127 128 129 201 202 205 206 207 211 212 251 301 351 352 353 354 355 356 503 551 553 556 651 652 653 667 930 949'

const behind = (first: string, codes: string): string[] => codes.split(' ').map(code => first + code)
const local = new Set(onlyWithin.split(' '))

/** All operations of entry. */
const entryOperations: ReadonlySet<string> = new Set([
  ...behind('1', within),
  ...behind(
    '2',
    within
      .split(' ')
      .filter(code => !local.has(code))
      .join(' '),
  ),
  ...behind('3', abroad),
])

/** Whether a text is an operation of entry that exists. */
export const isEntryOperation = (code: string): boolean => entryOperations.has(code)

const bookedAs = (entry: string, codes: string): (readonly [string, string])[] =>
  codes.split(' ').map(code => [code, entry] as const)

/**
 * How who sells on what was bought books an operation of the seller, where that is not the one of the same number: the seller's 405 is sold under
 * substitution, the buyer's is 403. What the seller made itself is bought to be sold on as well.
 */
const booked: ReadonlyMap<string, string> = new Map([
  ...bookedAs('102', '101 103 104 105 106 107 108 109 110 115 129 160 929'),
  ...bookedAs('111', '112'),
  ...bookedAs('113', '114'),
  ...bookedAs('117', '116'),
  ...bookedAs('118', '119'),
  ...bookedAs('121', '120'),
  ...bookedAs('122', '123'),
  ...bookedAs('152', '151 155 156'),
  ...bookedAs('202', '210 556'),
  ...bookedAs('253', '251 252 253 254 255 256 257 258'),
  ...bookedAs('303', '301 302 303 304 305 306 307'),
  ...bookedAs('353', '351 352 353 354 355 356 357 359'),
  ...bookedAs('403', '401 402 403 404 405'),
  ...bookedAs('409', '408 409'),
  ...bookedAs('411', '410 411 412 413'),
  ...bookedAs('501', '502'),
  ...bookedAs('651', '654'),
  ...bookedAs('652', '655'),
  ...bookedAs('653', '656 667'),
  ...bookedAs('659', '658 659'),
  ...bookedAs('661', '660 661'),
])

/** Situations of goods whose tax was withheld, or is with this sale. */
const substituted = new Set('10 30 60 70 201 202 203 500'.split(' '))

const firstOfEntry: Readonly<Record<string, string>> = { '5': '1', '6': '2', '7': '3' }

/**
 * The operation by which a buyer enters what a supplier sold under one: by the table, never by the first digit alone. Goods whose tax was withheld are
 * bought under substitution, whatever the supplier wrote; what has no counterpart is another entry (949). An operation of entry stays.
 */
export function entryOperationOf(code: string, situation?: string | null): string {
  const first = firstOfEntry[code.slice(0, 1)]
  if (first === undefined || !/^\d{4}$/.test(code)) return code
  const own = booked.get(code.slice(1)) ?? code.slice(1)
  const entry = own === '102' && substituted.has(situation ?? '') ? '403' : own
  return isEntryOperation(first + entry) ? first + entry : `${first}949`
}
