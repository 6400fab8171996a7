import { X509Certificate } from 'node:crypto'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { openTestAuthority, type TestAuthority } from './certificates.ts'
import { elementOf, messageLimit, withDocument } from './element.ts'
import { closeEnvelope, openEnvelope, soapFault } from './envelope.ts'
import { type Conditions, type Fault, Weather } from './faults.ts'
import { Ledger } from './ledger.ts'
import type { Csc } from './qrCodeCheck.ts'
import { openSchemas } from './schemaCheck.ts'
import type { AuthorityService, ServiceContext } from './service.ts'
import { authorise } from './services/authorisation.ts'
import { distribute } from './services/distribution.ts'
import { receiveEvents } from './services/events.ts'
import { query } from './services/query.ts'
import { fetchReceipt } from './services/receipt.ts'
import { status } from './services/status.ts'
import { voidNumbers } from './services/voiding.ts'
import { inventDeliveries } from './suppliers.ts'

const services: Readonly<Record<string, AuthorityService>> = {
  NFeStatusServico4: status,
  NFeAutorizacao4: authorise,
  NFeRetAutorizacao4: fetchReceipt,
  NFeConsultaProtocolo4: query,
  NFeRecepcaoEvento4: receiveEvents,
  NFeInutilizacao4: voidNumbers,
  NFeDistribuicaoDFe: distribute,
}

export interface SimulatorOptions {
  /** Where its certificates and what it remembers are kept. */
  readonly folder: string
  /** 0: any that is free. */
  readonly port?: number
  /** For what is said to it from outside; 0: any that is free. */
  readonly controlPort?: number
  /** Its memory ends with it. */
  readonly forgetful?: boolean
}

/** The simulator at work. */
export interface Simulator {
  /** Services stand at {address}/{environment}/{authoriser}/{service}. */
  readonly address: string
  /** GET tells the conditions, POST changes them: see `Conditions`; POST /deliveries invents suppliers' notes. */
  readonly control: string
  readonly authority: TestAuthority
  readonly ledgers: Readonly<Record<'1' | '2', Ledger>>
  set(conditions: Conditions): void
  /** Refuses every connection until it is opened again. */
  shut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/** The code of security that every issuer has here. */
export const testCsc: Csc = { 1: '0123456789ABCDEF0123456789ABCDEF0123' }

/**
 * Starts an authority to try against: every service of NF-e and NFC-e over HTTPS with client certificates, as the real ones, and faults on demand.
 * It shares nothing with what builds, signs and calculates: a wrong rule would otherwise agree with itself.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const authority = openTestAuthority(join(options.folder, 'authority'))
  const weather = new Weather()
  const file = (environment: string): string | undefined =>
    options.forgetful ? undefined : join(options.folder, `environment-${environment}.jsonl`)
  const ledgers = { 1: new Ledger(file('1')), 2: new Ledger(file('2')) }
  const schemas = { 1: openSchemas('1'), 2: openSchemas('2') }
  const shared = {
    weather,
    authority,
    root: new X509Certificate(authority.root),
    csc: testCsc,
    refusals: new Map<string, number>(),
    rests: new Map<string, number>(),
  }
  const contextOf = (environment: string, authoriser: string): ServiceContext | undefined =>
    environment === '1' || environment === '2'
      ? { ...shared, environment, authoriser, ledger: ledgers[environment], schemas: schemas[environment] }
      : undefined
  const tls = {
    key: authority.server.key,
    cert: authority.server.certificate,
    ca: [authority.root],
    requestCert: true,
    rejectUnauthorized: false,
  }
  const server = createServer(
    tls,
    (request, response) => void serve(request, response, contextOf).catch(() => request.socket.destroy()),
  )
  const control = createPlainServer((request, response) => void steer(request, response, weather, contextOf))
  let port = options.port ?? 0
  const open = async (): Promise<void> => {
    await listen(server, port)
    port = portOf(server)
  }
  const shut = (): Promise<void> => end(server)
  await open()
  await listen(control, options.controlPort ?? 0)
  return {
    address: `https://127.0.0.1:${port}`,
    control: `http://127.0.0.1:${portOf(control)}`,
    authority,
    ledgers,
    set: conditions => weather.set(conditions),
    shut,
    open,
    async close() {
      await Promise.all([shut(), end(control)])
      for (const one of Object.values(schemas)) one.close()
    },
  }
}

type Listening = ReturnType<typeof createPlainServer> | ReturnType<typeof createServer>

const listen = (server: Listening, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      done()
    })
  })

const end = (server: Listening): Promise<void> =>
  new Promise(done => {
    server.close(() => done())
    server.closeAllConnections()
  })

function portOf(server: Listening): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > messageLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const reply = (response: ServerResponse, code: number, body: string): void => {
  response.writeHead(code, { 'content-type': 'application/soap+xml; charset=utf-8' })
  response.end(body)
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  contextOf: (environment: string, authoriser: string) => ServiceContext | undefined,
): Promise<void> {
  const [, environment = '', authoriser = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
  const context = contextOf(environment, authoriser.toUpperCase())
  const service = services[name]
  const { socket } = request
  if (!(socket instanceof TLSSocket) || !socket.authorized)
    return reply(response, 403, soapFault('Certificado do transmissor inválido ou ausente'))
  if (!context || !service || request.method !== 'POST') return reply(response, 404, soapFault('Serviço não encontrado'))
  const text = await bodyOf(request)
  if (text === undefined) return reply(response, 413, soapFault('Tamanho da mensagem excedeu o limite estabelecido'))
  const faults = context.weather.meet(name)
  const has = (kind: Fault['kind']): Fault | undefined => faults.find(fault => fault.kind === kind)
  const slow = has('slow')
  if (slow) await wait(slow.milliseconds ?? 3000)
  if (has('cutBefore')) return void socket.destroy()
  const answer = work(text, name, service, socket, context, faults)
  if (has('cutAfter')) return void socket.destroy()
  reply(response, 200, has('malformed') ? '<html><body>Service Unavailable' : answer)
}

function work(
  text: string,
  name: string,
  service: AuthorityService,
  socket: TLSSocket,
  context: ServiceContext,
  faults: readonly Fault[],
): string {
  const opened = openEnvelope(text, name)
  if (opened.kind === 'fault') return soapFault(opened.reason)
  const sender = new X509Certificate(socket.getPeerCertificate().raw)
  return withDocument(opened.xml, document =>
    closeEnvelope(service({ document, element: elementOf(document.root), xml: opened.xml, sender, faults }, context), name),
  )
}

/** Takes commands to the simulator from outside, as JSON. */
async function steer(
  request: IncomingMessage,
  response: ServerResponse,
  weather: Weather,
  contextOf: (environment: string, authoriser: string) => ServiceContext | undefined,
): Promise<void> {
  const answer = (code: number, body: unknown): void => {
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  try {
    const told = request.method === 'POST' ? JSON.parse((await bodyOf(request)) || '{}') : undefined
    if (request.url === '/deliveries' && told) {
      const context = contextOf(String(told.environment ?? '2'), 'AN')
      if (context) inventDeliveries(String(told.cnpj), String(told.state ?? '35'), Number(told.count ?? 1), context)
    } else if (told) weather.set(told)
    answer(200, weather.describe())
  } catch (error) {
    answer(400, { error: error instanceof Error ? error.message : 'invalid' })
  }
}
