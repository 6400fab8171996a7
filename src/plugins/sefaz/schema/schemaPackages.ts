/** A package of schemas as the authority publishes it: a folder of `xsd`, and since when it is in force. */
interface SchemaPackage {
  readonly name: string
  /** First days in the two environments; without them, it holds for documents of any day. */
  readonly homologation?: string
  readonly production?: string
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

/** What chooses among packages: environment (`tpAmb`) and the day of issue. */
export interface DocumentMoment {
  readonly tpAmb: string | undefined
  /** As documents write moments: 2026-11-23T10:00:00-03:00. */
  readonly issued: string | undefined
}

/** The layout in force that day; for older documents the oldest one here, as layouts 4.00 take what earlier ones took. */
function layoutOf({ tpAmb, issued }: DocumentMoment): string {
  const day = issued?.slice(0, 10) ?? '9999-12-31'
  const inForce = layouts.find(layout => ((tpAmb === '2' ? layout.homologation : layout.production) ?? '') <= day)
  return (inForce ?? layouts.at(-1))?.name ?? ''
}

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

/** The generic schema takes any `detEvento`; that of its `tpEvento` says what it holds. Others are not checked any further. */
const ofEvents: Readonly<Record<string, string>> = {
  '110110': 'Evento_CCe_PL_v1.01',
  '110111': 'Evento_Canc_PL_v1.01',
  '110112': 'Evento_CancSubst_v1.01',
  '210200': 'Evento_ManifestaDest_PL_v1.01',
  '210210': 'Evento_ManifestaDest_PL_v1.01',
  '210220': 'Evento_ManifestaDest_PL_v1.01',
  '210240': 'Evento_ManifestaDest_PL_v1.01',
}

/** The schema of a root element; undefined where the packages have none. */
export function chooseSchema(root: string, moment: DocumentMoment): SchemaChoice | undefined {
  const file = ofLayout[root]
  return file === undefined ? ofOthers[root] : { package: layoutOf(moment), file }
}

/** The schema of an event's `detEvento`. */
export function chooseEventSchema(tpEvento: string): SchemaChoice | undefined {
  const name = ofEvents[tpEvento]
  return name === undefined ? undefined : { package: name, file: `e${tpEvento}_v1.00.xsd` }
}
