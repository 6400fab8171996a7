import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Services of the authority, by the names that its table gives them. */
export type ServiceName =
  | 'NfeStatusServico'
  | 'NfeAutorizacao'
  | 'NfeRetAutorizacao'
  | 'NfeConsultaProtocolo'
  | 'NfeInutilizacao'
  | 'RecepcaoEvento'
  | 'NfeDistribuicaoDFe'

/** A service at its place. */
export interface ServiceEndpoint {
  readonly url: string
  /** Its name in the messages: NFeAutorizacao4. */
  readonly operation: string
}

/** The service to ask: model (55, 65), environment (1, 2), and the state, or an authoriser of its own (AN, SVCAN, SVCRS). */
export interface ServiceWish {
  readonly model: '55' | '65'
  readonly environment: 1 | 2
  readonly state: string
  readonly service: ServiceName
}

/** Where the services are. */
export type Endpoints = (wish: ServiceWish) => ServiceEndpoint

const folder = join(import.meta.dirname, '..', 'tables')

const linesOf = (file: string): string[][] =>
  readFileSync(join(folder, file), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split(';'))

/**
 * Addresses by the national portal's tables.
 * @param base address of a simulated authority that answers in place of all of them
 */
export function readEndpoints(base?: string): Endpoints {
  const authorisers = new Map(linesOf('authorisers.csv').map(([model, state, authoriser]) => [`${model} ${state}`, authoriser]))
  const services = new Map(
    linesOf('webservices.csv').map(([model, place, environment, service, , operation, url]) => [
      [model, place, environment, service].join(' '),
      { operation: operation ?? '', url: url ?? '' },
    ]),
  )
  return ({ model, environment, state, service }) => {
    const authoriser = authorisers.get(`${model} ${state}`) ?? state
    const found =
      services.get([model, authoriser, environment, service].join(' ')) ??
      services.get(['55', authoriser, environment, service].join(' '))
    if (!found) throw new Error(`No address of ${service} for ${state}, model ${model}, environment ${environment}`)
    return base ? { operation: found.operation, url: `${base}/${environment}/${authoriser}/${found.operation}` } : found
  }
}

/** Where consumers ask for a note: by its QR code, and by typing its key. */
export interface ConsultationAddresses {
  readonly qrCode: string
  readonly urlChave: string
}

let consultations: ReadonlyMap<string, string> | undefined

/** Addresses for consumers of a state (tables of the NFC-e portals). */
export function consultationAddresses(state: string, environment: 1 | 2): ConsultationAddresses {
  consultations ??= new Map(
    linesOf('webservices.csv').map(([model, place, of, service, , , url]) => [[model, place, of, service].join(' '), url ?? '']),
  )
  const at = (service: string): string => {
    const found = consultations?.get(['65', state, environment, service].join(' '))
    if (!found) throw new Error(`No address of ${service} for ${state}, environment ${environment}`)
    return found
  }
  const qrCode = at('NfeConsultaQR')
  return { qrCode: /^https?:/i.test(qrCode) ? qrCode : `https://${qrCode}`, urlChave: at('urlChave') }
}
