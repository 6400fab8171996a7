import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Problem } from '../../model/problem.ts'
import { ApiError } from '../error.ts'
import { weakPasswordProblem } from './weakPassword.ts'

const derive: (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer> = promisify(argon2)

/** Fewest characters of a password, everywhere. */
export const shortestPassword = 6
/** Longest accepted: hashing megabytes would be work for free. */
export const longestPassword = 200

/** Fewest characters where a company says so. */
export const companyPassword = 8

/** The measures of a new password. */
export interface PasswordContext {
  /** Facts about the person that others know: name, address, names of stores. */
  readonly about?: readonly string[]
  /** Fewest characters, where that is more than everywhere. */
  readonly shortest?: number
}

/** Returns the problem of a new password: it is too short, too long, or guessed at once. */
export function passwordProblem(
  password: string,
  path: string,
  { about, shortest = 0 }: PasswordContext = {},
): Problem | undefined {
  const length = lengthProblem(password, path)
  if (length) return length
  if (password.length < shortest) return { path, code: 'password.too-short-company', params: { min: shortest } }
  return weakPasswordProblem(password, path, about)
}

function lengthProblem(password: string, path: string): Problem | undefined {
  if (password.length < shortestPassword) return { path, code: 'password.too-short', params: { min: shortestPassword } }
  if (password.length > longestPassword) return { path, code: 'too-long', params: { max: longestPassword } }
  return undefined
}

/** Refuses a new password by its length alone: before it is known whose it will be. */
export const requirePasswordLength = (password: string, path: string): void => {
  const problem = lengthProblem(password, path)
  if (problem) throw new ApiError(422, problem.code, problem.params, [problem])
}

/** Refuses a new password that will not do, at its place in the body. */
export const requireValidPassword = (password: string, path: string, context?: PasswordContext): void => {
  const problem = passwordProblem(password, path, context)
  if (problem) throw new ApiError(422, problem.code, problem.params, [problem])
}

/** Cost: what OWASP advises for argon2id (19 MiB, 2 passes). Written into each hash, so that it may grow later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const hash = await derive('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(hash)}`
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Compared against when an account does not exist: the answer takes as long as that to a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** Tells whether the password is the one behind the hash; without a hash the same work is done, and it is not. */
export const verifyPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, hash] = form.exec(stored ?? (await decoy)) ?? []
  if (!memory || !passes || !parallelism || !nonce || !hash) return false
  const wanted = Buffer.from(hash, 'base64')
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  }
  const got = await derive('argon2id', {
    message: password.slice(0, longestPassword),
    nonce: Buffer.from(nonce, 'base64'),
    ...parameters,
  })
  return timingSafeEqual(got, wanted) && stored !== undefined
}
