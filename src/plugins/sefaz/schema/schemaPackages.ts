/** A package of schemas as the authority publishes it: a folder of `xsd`, and since when it is in force. */
interface SchemaPackage {
  readonly name: string
  /** First days in the two environments. */
  readonly homologation: string
  readonly production: string
}

/** Layouts of the note, the newest first. A newer package is a folder and a line. */
const layouts: readonly SchemaPackage[] = [{ name: 'PL_010e_v1.02', homologation: '2026-07-01', production: '2026-08-03' }]

const events = 'PL_010d_v1.03'
const distribution = 'PL_NFeDistDFe_103'

/** Which schema a document is held to. */
export interface SchemaChoice {
  readonly package: string
  readonly file: string
}

/** The facts that choose among packages: environment (`tpAmb`) and the day of issue. */
export interface DocumentMoment {
  readonly tpAmb: string | undefined
  /** As documents write moments: 2026-11-23T10:00:00-03:00. */
  readonly issued: string | undefined
}

/** The layout in force that day; for older documents the oldest one here, as layouts 4.00 take what earlier ones took. */
function layoutOf(moment: DocumentMoment): string {
  return (layouts.find(layout => isInForce(layout, moment)) ?? layouts.at(-1))?.name ?? ''
}

const isInForce = ({ homologation, production }: SchemaPackage, { tpAmb, issued }: DocumentMoment): boolean =>
  (tpAmb === '2' ? homologation : production) <= (issued?.slice(0, 10) ?? '9999-12-31')

/** Schemas of root elements that are there for every document: those of the layout's package. */
const ofLayout: Readonly<Record<string, string>> = {
  NFe: 'nfe_v4.00.xsd',
  nfeProc: 'procNFe_v4.00.xsd',
  enviNFe: 'enviNFe_v4.00.xsd',
  retEnviNFe: 'retEnviNFe_v4.00.xsd',
  consReciNFe: 'consReciNFe_v4.00.xsd',
  retConsReciNFe: 'retConsReciNFe_v4.00.xsd',
  consSitNFe: 'consSitNFe_v4.00.xsd',
  retConsSitNFe: 'retConsSitNFe_v4.00.xsd',
  consStatServ: 'consStatServ_v4.00.xsd',
  retConsStatServ: 'retConsStatServ_v4.00.xsd',
  inutNFe: 'inutNFe_v4.00.xsd',
  retInutNFe: 'retInutNFe_v4.00.xsd',
  ProcInutNFe: 'procInutNFe_v4.00.xsd',
}

const ofOthers: Readonly<Record<string, SchemaChoice>> = {
  envEvento: { package: events, file: 'envEvento_v1.00.xsd' },
  retEnvEvento: { package: events, file: 'retEnvEvento_v1.00.xsd' },
  procEventoNFe: { package: events, file: 'procEventoNFe_v1.00.xsd' },
  distDFeInt: { package: distribution, file: 'distDFeInt_v1.01.xsd' },
  retDistDFeInt: { package: distribution, file: 'retDistDFeInt_v1.01.xsd' },
  resNFe: { package: distribution, file: 'resNFe_v1.01.xsd' },
  resEvento: { package: distribution, file: 'resEvento_v1.01.xsd' },
}

/** First days of the generic event, which takes letters in CNPJ and key. Before, each kind of event had a schema of its own for all of it. */
const genericEvents: SchemaPackage = { name: events, homologation: '2026-06-15', production: '2026-07-01' }

/** Schemas of one kind of event: of its `detEvento`, and of whole messages by their root. */
interface EventSchemas {
  readonly package: string
  readonly wholes: Readonly<Record<string, string>>
}

const cancellation: EventSchemas = {
  package: 'Evento_Canc_PL_v1.01',
  wholes: {
    evento: 'eventoCancNFe_v1.00.xsd',
    envEvento: 'envEventoCancNFe_v1.00.xsd',
    procEventoNFe: 'procEventoCancNFe_v1.00.xsd',
  },
}
const substitution: EventSchemas = {
  package: 'Evento_CancSubst_v1.01',
  wholes: {
    evento: 'eventoCancSubst_v1.00.xsd',
    envEvento: 'envEventoCancSubst_v1.00.xsd',
    procEventoNFe: 'procEventoCancSubst_v1.00.xsd',
  },
}
const correction: EventSchemas = {
  package: 'Evento_CCe_PL_v1.01',
  wholes: { evento: 'CCe_v1.00.xsd', envEvento: 'envCCe_v1.00.xsd', procEventoNFe: 'procCCeNFe_v1.00.xsd' },
}
const manifestation: EventSchemas = {
  package: 'Evento_ManifestaDest_PL_v1.01',
  wholes: {
    evento: 'confRecebto_v1.00.xsd',
    envEvento: 'envConfRecebto_v1.00.xsd',
    procEventoNFe: 'procConfRecebtoNFe_v1.00.xsd',
  },
}

/** The generic schema takes any `detEvento`; that of its `tpEvento` says what it holds. Others are not checked any further. */
const ofEvents: Readonly<Record<string, EventSchemas>> = {
  '110110': correction,
  '110111': cancellation,
  '110112': substitution,
  '210200': manifestation,
  '210210': manifestation,
  '210220': manifestation,
  '210240': manifestation,
}

/** The schema of a root element; undefined where the packages have none. */
export function chooseSchema(root: string, moment: DocumentMoment): SchemaChoice | undefined {
  const file = ofLayout[root]
  return file === undefined ? ofOthers[root] : { package: layoutOf(moment), file }
}

/** The schema of an event's `detEvento`. */
export function chooseEventSchema(tpEvento: string): SchemaChoice | undefined {
  const kind = ofEvents[tpEvento]
  return kind && { package: kind.package, file: `e${tpEvento}_v1.00.xsd` }
}

/** The schema of a whole message of an event from before the generic one; undefined for later ones, and for kinds that are not here. */
export function chooseOldEventSchema(root: string, tpEvento: string, moment: DocumentMoment): SchemaChoice | undefined {
  const kind = ofEvents[tpEvento]
  const file = kind?.wholes[root]
  return kind && file !== undefined && !isInForce(genericEvents, moment) ? { package: kind.package, file } : undefined
}
