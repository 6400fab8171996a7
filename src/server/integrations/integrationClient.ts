import { setTimeout as pause } from 'node:timers/promises'
import { membersOf } from '../../base/record.ts'
import { foreignText } from '../../base/text.ts'
import { inSpan } from '../tracing/spans.ts'
import { addressBelow, parseBaseAddress } from './address.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuitBreaker.ts'
import { IntegrationError, type IntegrationErrorReason } from './integrationError.ts'
import type { IntegrationHealth } from './integrationHealth.ts'

/** Where a service is and how long one waits for it. */
export interface IntegrationClientOptions {
  /** Its name in logs and refusals. */
  readonly name: string
  /** Its base address; undefined: nobody configured it. */
  readonly address: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for a call in all, further attempts included. */
  readonly timeout: number
  /** Attempts of a call that only reads. Nothing that changes is asked twice. */
  readonly attempts?: number
  /** Most bytes of an answer. */
  readonly maxBytes?: number
  readonly breaker?: CircuitBreaker
  /** Told how its calls go. */
  readonly health?: IntegrationHealth | undefined
}

/** The parts of a call to a service. */
export interface IntegrationRequest {
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, or as a form where the contract asks for one. */
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls a service's JSON contract: a path of steps, each taken as one step whatever stands in it. */
export interface IntegrationClient {
  read(steps: readonly string[]): Promise<unknown>
  write(method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', steps: readonly string[], body?: unknown): Promise<unknown>
  /** The same with more than a body: reads are asked again, changes are not. */
  send(
    method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
    steps: readonly string[],
    request: IntegrationRequest,
  ): Promise<unknown>
}

/** Statuses after which the same question may find an answer. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])
/** Milliseconds before the second attempt, at most; doubled for each further one. */
const firstPause = 120

/** Makes the client of one service. Redirects are not followed: an answer comes from where it was asked. */
export function createIntegrationClient(place: IntegrationClientOptions): IntegrationClient {
  const { name, timeout, attempts = 3, maxBytes = 256 * 1024, health } = place
  const base = place.address === undefined ? undefined : parseBaseAddress(place.address, name)
  const breaker = place.breaker ?? createCircuitBreaker()

  const wentWell = (): void => {
    breaker.succeeded()
    health?.succeeded(name)
  }

  const ask = async (
    method: string,
    url: URL,
    { body, form, headers: own }: IntegrationRequest,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const headers: Record<string, string> = { accept: 'application/json', ...place.headers, ...own }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const content = form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body)
    const response = await fetch(url, { method, headers, body: content, redirect: 'manual', signal })
    if (!response.ok) {
      const said = await wordsOf(response, name)
      throw new IntegrationError(name, 'status', response.status, said)
    }
    return parsed(await textOf(response, maxBytes, name), name)
  }

  const call = async (method: string, steps: readonly string[], request: IntegrationRequest, times: number): Promise<unknown> => {
    if (!base) throw new IntegrationError(name, 'not-configured')
    const signal = AbortSignal.timeout(timeout)
    for (let attempt = 1; ; attempt += 1) {
      if (!breaker.admits()) throw new IntegrationError(name, 'circuit-open')
      try {
        const url = addressWith(base, steps, request.query)
        // Neither path nor query: they hold what was asked for.
        const values = { 'http.request.method': method, 'server.address': base.hostname }
        const answer = await inSpan({ name: `integration ${name}`, kind: 'client', values }, () =>
          ask(method, url, request, signal),
        )
        wentWell()
        return answer
      } catch (error) {
        const failure = asFailure(error, name, signal)
        if (isAnswer(failure)) wentWell()
        else {
          breaker.failed()
          health?.failed(name, failure.reason)
        }
        if (attempt >= times || !mayPass(failure)) throw failure
        // Many that failed together do not come back together.
        await pause(Math.random() * firstPause * 2 ** (attempt - 1), undefined, { signal }).catch(() => {
          throw new IntegrationError(name, 'timeout')
        })
      }
    }
  }
  return {
    read: steps => call('GET', steps, {}, attempts),
    write: (method, steps, body) => call(method, steps, { body }, 1),
    send: (method, steps, request) => call(method, steps, request, method === 'GET' ? attempts : 1),
  }
}

/** A refusal of this very question tells that the service works. */
const isAnswer = ({ reason, status = 0 }: IntegrationError): boolean => reason === 'status' && status < 500 && status !== 429

const mayPass = ({ reason, status = 0 }: IntegrationError): boolean =>
  reason === 'unreachable' || (reason === 'status' && passing.has(status))

function asFailure(error: unknown, name: string, signal: AbortSignal): IntegrationError {
  if (error instanceof IntegrationError) return error
  const reason: IntegrationErrorReason = signal.aborted ? 'timeout' : 'unreachable'
  return new IntegrationError(name, reason)
}

function addressWith(base: URL, steps: readonly string[], query: IntegrationRequest['query']): URL {
  const url = addressBelow(base, steps)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return url
}

/** Most characters of a service's own words that are kept. */
const mostWords = 300

/** Reads a service's words about a refusal, under the names that services use for them. */
async function wordsOf(response: Response, name: string): Promise<string | undefined> {
  const body = await textOf(response, 16 * 1024, name)
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
  const { message, error, error_description: described, detail } = membersOf(body)
  const found = [membersOf(error).message, described, message, detail, error].find(one => typeof one === 'string' && one !== '')
  return typeof found === 'string' ? foreignText(found.replace(/\s+/g, ' '), mostWords) : undefined
}

async function textOf(response: Response, maxBytes: number, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop ends the connection: the rest is not read.
    if (size > maxBytes) throw new IntegrationError(name, 'too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, name: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw new IntegrationError(name, 'malformed')
  }
}
