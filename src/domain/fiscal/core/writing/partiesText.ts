import { ABROAD } from '../keys/states.ts'
import { field, group, type Xml } from './element.ts'
import { fiscalText } from './fiscalText.ts'
import type { NoteAddress, NoteDocument, NoteRecipient } from './noteDocument.ts'

/** The recipient's name where nothing counts. */
const testRecipient = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

const digits = (text: string | undefined): string => (text ?? '').replace(/\D/g, '')

/** At least so many characters, as the schema asks. */
const atLeast = (text: string, fewest: number): string => (text.length >= fewest ? text : text.padEnd(fewest, '.'))

function addressText(name: string, { cep, telefone, ...place }: NoteAddress): Xml {
  const isForeign = place.uf === ABROAD
  const phone = digits(telefone)
  const complement = fiscalText(place.complemento ?? '', 60)
  return group(
    name,
    field('xLgr', atLeast(fiscalText(place.logradouro, 60), 2)),
    field('nro', fiscalText(place.numero, 60) || 'S/N'),
    field('xCpl', complement),
    field('xBairro', atLeast(fiscalText(place.bairro, 60), 2)),
    field('cMun', isForeign ? '9999999' : place.codigo_municipio),
    field('xMun', isForeign ? 'EXTERIOR' : atLeast(fiscalText(place.cidade, 60), 2)),
    field('UF', place.uf),
    field('CEP', digits(cep)),
    isForeign ? countryText(place) : field('cPais', '1058') + field('xPais', 'BRASIL'),
    phone.length >= 6 && phone.length <= 14 ? field('fone', phone) : '',
  )
}

const countryText = ({ pais }: Pick<NoteAddress, 'pais'>): Xml =>
  pais ? field('cPais', pais.codigo) + field('xPais', fiscalText(pais.nome, 60)) : ''

const taxIdField = (id: string): Xml => field(id.length === 11 ? 'CPF' : 'CNPJ', id)

/** Writes the issuer. */
export function issuerText({ emitente, header }: NoteDocument): Xml {
  const fantasy = fiscalText(emitente.nome_fantasia ?? '', 60)
  return group(
    'emit',
    taxIdField(emitente.cnpj),
    field('xNome', atLeast(fiscalText(emitente.razao_social, 60), 2)),
    field('xFant', fantasy),
    addressText('enderEmit', emitente.endereco),
    field('IE', emitente.inscricao_estadual),
    field('CRT', header.regime),
  )
}

/** Writes the buyer; a consumer's note may go without. */
export function recipientText(note: NoteDocument): Xml {
  const { destinatario: of, header, modelo, ambiente } = note
  if (!of || (of.cnpj === undefined && of.idEstrangeiro === undefined)) return ''
  // A consumer's note in homologation needs no name, and one that is given may stay away.
  const name = ambiente === 2 ? (modelo === '55' ? testRecipient : undefined) : of.nome && fiscalText(of.nome, 60)
  return group(
    'dest',
    of.cnpj === undefined ? `<idEstrangeiro>${fiscalText(of.idEstrangeiro ?? '', 20)}</idEstrangeiro>` : taxIdField(of.cnpj),
    field('xNome', name === undefined ? undefined : atLeast(name, 2)),
    of.endereco ? addressText('enderDest', of.endereco) : '',
    field('indIEDest', modelo === '65' ? 9 : header.identificador_ie_dest),
    header.identificador_ie_dest === 1 && modelo === '55' ? field('IE', of.inscricao_estadual) : '',
    emailField(of),
  )
}

const emailField = ({ email }: NoteRecipient): Xml => (email && email.length <= 60 ? field('email', fiscalText(email, 60)) : '')
