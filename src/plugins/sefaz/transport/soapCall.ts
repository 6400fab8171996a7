import { constants } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { ServiceEndpoint } from './endpoints.ts'

/** The caller's identity: key, certificate and its chain, as PEM. */
export interface CallerIdentity {
  readonly key: string
  readonly certificate: string
  readonly chain: readonly string[]
}

/**
 * Why there is no answer. `unsent`: surely nothing reached the authority. `unknown`: it may have read the message and worked on it.
 * `unreadable`: something answered, but no authority.
 */
export class CallFailure extends Error {
  readonly outcome: 'unsent' | 'unknown' | 'unreadable'

  constructor(outcome: CallFailure['outcome'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.outcome = outcome
  }
}

/** Milliseconds without a byte after which a call is given up. */
const patience = 30_000

/** Milliseconds that a call may take in all: an answer that comes byte by byte ends, too, long before another server takes its work over. */
const longest = 120_000

/** Milliseconds for which a connection waits for the next call: authorities close theirs soon. */
const idle = 4000

/** Bytes of an answer: 50 documents of a distribution take less. */
const largest = 8 * 1024 * 1024

const folder = join(import.meta.dirname, '..', 'tables')

/** Roots that the authorities' servers are trusted by: ICP-Brasil's beside those of the web. */
export const trustedRoots = (): string[] => [
  ...rootCertificates,
  ...['icp-brasil-roots.pem', 'icp-brasil-ssl-intermediates.pem'].map(file => readFileSync(join(folder, file), 'utf8')),
]

/** Codes with which a connection fails before anything was said. */
const beforeSaying = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])

/**
 * Connections of one caller, kept for its next calls: reading certificates and shaking hands takes longer than most answers.
 * Old servers are let in: TLS 1.2 with renegotiation and CBC.
 */
export function openConnections(identity: CallerIdentity, roots: readonly string[]): Agent {
  const secureContext = createSecureContext({
    key: identity.key,
    cert: [identity.certificate, ...identity.chain].join('\n'),
    ca: [...roots],
    minVersion: 'TLSv1.2',
    ciphers: 'DEFAULT@SECLEVEL=0',
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  })
  return new Agent({ keepAlive: true, timeout: idle, secureContext })
}

/**
 * Makes a call by SOAP 1.2 with a client certificate; gives the text inside the result's envelope as it came.
 * @throws CallFailure
 */
export function callService(
  endpoint: ServiceEndpoint,
  message: string,
  agent: Agent,
  signal = AbortSignal.timeout(longest),
): Promise<string> {
  return new Promise((done, fail) => {
    let secured = false
    const call = request(endpoint.url, {
      method: 'POST',
      agent,
      timeout: patience,
      signal,
      headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
    })
    call.on('socket', socket => {
      secured = call.reusedSocket
      if (!secured) socket.once('secureConnect', () => (secured = true))
    })
    call.on('timeout', () => call.destroy(new Error('no answer in time')))
    call.on('error', (error: NodeJS.ErrnoException) => {
      const unsent = !secured || beforeSaying.has(error.code ?? '')
      fail(new CallFailure(unsent ? 'unsent' : 'unknown', error.message, { cause: error }))
    })
    call.on('response', answer => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > largest) call.destroy(new Error('answer too large'))
        else chunks.push(chunk)
      })
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (answer.statusCode === 200) done(text)
        else fail(new CallFailure('unreadable', `status ${answer.statusCode}`))
      })
      answer.on('error', error => fail(new CallFailure('unknown', error.message, { cause: error })))
    })
    call.end(envelopeOf(endpoint.operation, message))
  })
}

function envelopeOf(operation: string, message: string): string {
  const place = `http://www.portalfiscal.inf.br/nfe/wsdl/${operation}`
  const data = `<nfeDadosMsg xmlns="${place}">${message}</nfeDadosMsg>`
  const body = operation === 'NFeDistribuicaoDFe' ? `<nfeDistDFeInteresse xmlns="${place}">${data}</nfeDistDFeInteresse>` : data
  return `<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>${body}</soap12:Body></soap12:Envelope>`
}
