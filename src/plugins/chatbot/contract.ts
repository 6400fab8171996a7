import { membersOf } from '../../base/record.ts'
import { foreignText } from '../../base/text.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'

/** The bot's own replies, and the numbers to which it says nothing. */
export interface Replies {
  readonly responder: boolean
  readonly respostaBemVindo: string
  /** Phone numbers, one a line. */
  readonly contatosIgnorar: string
}

/** How a store's bot stands at the service. */
export interface RobotStatus {
  /** `qr`: somebody has to scan the code; `ready`: connected; `NORMAL-MAIN`: connected, of the old sort; others are on the way. */
  readonly status: string
  readonly ok: boolean
  /** The code for a telephone to scan; empty unless the status is `qr`. */
  readonly qrCode: string
  /** Moment since when it is so; null where the service does not say. */
  readonly timestamp: string | null
  readonly number: string
  readonly replies: Replies
}

/** PUT robots/{store}: the bot's token. */
export function readRobotToken(answer: unknown): string {
  const { token } = membersOf(answer)
  if (typeof token !== 'string' || token === '' || token.length > 1000) throw new UnexpectedAnswer('token')
  return token
}

/** Most signs of a code: a picture of one takes some ten thousand. */
const longestCode = 50_000

/** Reads the code for a telephone to scan: a part of it would show another code or none, so that it is taken whole or not at all. */
function readCode(code: unknown): string {
  if (typeof code !== 'string' || code === '' || code.length > longestCode) throw new UnexpectedAnswer('qrCode')
  return code
}

/** GET robots/{store} */
export function readRobotStatus(answer: unknown): RobotStatus {
  const { ok, service, statusDetails, number, respostas } = membersOf(answer)
  const { status } = membersOf(service)
  if (typeof status !== 'string' || !/^[\w-]{1,40}$/.test(status)) throw new UnexpectedAnswer('status')
  const { qrCode, timestamp } = membersOf(statusDetails)
  const { responder, respostaBemVindo, contatosIgnorar } = membersOf(respostas)
  const since = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return {
    status,
    ok: ok === true,
    qrCode: status === 'qr' ? readCode(qrCode) : '',
    timestamp: Number.isNaN(since) ? null : new Date(since).toISOString(),
    number: foreignText(number, 30).replace(/\D/g, ''),
    replies: {
      responder: responder === true,
      respostaBemVindo: foreignText(respostaBemVindo, 1000),
      contatosIgnorar: foreignText(contatosIgnorar, 4000),
    },
  }
}

/** Tells whether there is nothing to wait for any more. */
export const isConnected = (status: unknown): boolean => status === 'ready' || status === 'NORMAL-MAIN'
