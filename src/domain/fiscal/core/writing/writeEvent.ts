import { element, field } from './element.ts'
import { fiscalLines, fiscalText } from './fiscalText.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** Something said of a note, at its authority. */
interface NoteEvent {
  readonly chave: string
  readonly ambiente: 1 | 2
  readonly cnpj: string
  /** With its offset. */
  readonly ocorrida_em: string
}

/** Writes an event with its details; that of a note's own issuer, by default. */
function eventOf(
  of: NoteEvent,
  type: string,
  details: string,
  { sequence = 1, authority = of.chave.slice(0, 2), holder = of.cnpj.length === 11 ? 'CPF' : 'CNPJ' } = {},
): string {
  const info = element(
    'infEvento',
    { Id: `ID${type}${of.chave}${`${sequence}`.padStart(2, '0')}` },
    field('cOrgao', authority),
    field('tpAmb', of.ambiente),
    field(holder, of.cnpj),
    field('chNFe', of.chave),
    field('dhEvento', of.ocorrida_em),
    field('tpEvento', type),
    field('nSeqEvento', sequence),
    field('verEvento', '1.00'),
    details,
  )
  return element('evento', { xmlns: namespace, versao: '1.00' }, info)
}

/** A cancellation of an authorised note. */
export interface Cancellation extends NoteEvent {
  /** Protocol of the authorisation. */
  readonly protocolo: string
  readonly justificativa: string
  /** The consumer's note of an outage that told the same sale, by which this one is cancelled, and the software that says so. */
  readonly substituta?: { readonly chave: string; readonly programa: string } | undefined
}

/** Writes the event that cancels a note (110111), or one that was issued twice by the other one (110112); not signed yet. */
export function writeCancellation(of: Cancellation): string {
  const { substituta } = of
  const tpEvento = substituta ? '110112' : '110111'
  const author = substituta
    ? [field('cOrgaoAutor', of.chave.slice(0, 2)), field('tpAutor', 1), field('verAplic', fiscalText(substituta.programa, 20))]
    : []
  const details = element(
    'detEvento',
    { versao: '1.00' },
    field('descEvento', substituta ? 'Cancelamento por substituicao' : 'Cancelamento'),
    ...author,
    field('nProt', of.protocolo),
    field('xJust', fiscalText(of.justificativa, 255)),
    field('chNFeRef', substituta?.chave),
  )
  return eventOf(of, tpEvento, details)
}

/** A letter that corrects an authorised note. */
export interface Correction extends NoteEvent {
  /** 1 to 20; each letter replaces those before it. */
  readonly sequencia: number
  readonly correcao: string
}

/** The conditions of use that a letter carries, word by word (layout of the event 110110). */
const conditions =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do remetente ou do destinatario; III - a data de emissao ou de saida.'

/** Writes the event that corrects a note (110110), not signed yet. */
export function writeCorrection(of: Correction): string {
  const details = element(
    'detEvento',
    { versao: '1.00' },
    field('descEvento', 'Carta de Correcao'),
    field('xCorrecao', fiscalLines(of.correcao, 1000)),
    field('xCondUso', conditions),
  )
  return eventOf(of, '110110', details, { sequence: of.sequencia })
}

/** The word of a recipient on a note. */
export type ManifestationType = '210200' | '210210' | '210220' | '210240'

/** The words of the layout, without accents. */
const manifestations: Readonly<Record<ManifestationType, string>> = {
  '210200': 'Confirmacao da Operacao',
  '210210': 'Ciencia da Operacao',
  '210220': 'Desconhecimento da Operacao',
  '210240': 'Operacao nao Realizada',
}

/** A recipient's word on a note. */
export interface Manifestation extends NoteEvent {
  readonly tipo: ManifestationType
  /** Why the operation did not happen (210240). */
  readonly justificativa?: string | undefined
}

/** Writes the event by which a recipient answers a note; it goes to the national authority (91). Not signed yet. */
export function writeManifestation(of: Manifestation): string {
  const details = element(
    'detEvento',
    { versao: '1.00' },
    field('descEvento', manifestations[of.tipo]),
    field('xJust', of.justificativa === undefined ? undefined : fiscalText(of.justificativa, 255)),
  )
  return eventOf(of, of.tipo, details, { authority: '91', holder: 'CNPJ' })
}

/** Numbers of a series that will not be used. */
export interface Voiding {
  readonly ambiente: 1 | 2
  /** IBGE's code of the state. */
  readonly cUF: string
  readonly ano: number
  readonly cnpj: string
  readonly modelo: '55' | '65'
  readonly serie: number
  readonly primeiro: number
  readonly ultimo: number
  readonly justificativa: string
}

/** Writes the request to void numbers, not signed yet, and the number that names it. */
export function writeVoiding(of: Voiding): { readonly text: string; readonly key: string } {
  const year = `${of.ano % 100}`.padStart(2, '0')
  const number = (value: number, length: number): string => `${value}`.padStart(length, '0')
  const key = [
    of.cUF,
    year,
    of.cnpj.padStart(14, '0'),
    of.modelo,
    number(of.serie, 3),
    number(of.primeiro, 9),
    number(of.ultimo, 9),
  ]
  const info = element(
    'infInut',
    { Id: `ID${key.join('')}` },
    field('tpAmb', of.ambiente),
    field('xServ', 'INUTILIZAR'),
    field('cUF', of.cUF),
    field('ano', year),
    field('CNPJ', of.cnpj),
    field('mod', of.modelo),
    field('serie', of.serie),
    field('nNFIni', of.primeiro),
    field('nNFFin', of.ultimo),
    field('xJust', fiscalText(of.justificativa, 255)),
  )
  return { text: element('inutNFe', { xmlns: namespace, versao: '4.00' }, info), key: key.join('') }
}
