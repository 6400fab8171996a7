import { type Element, said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import type { KeptEvent, KeptNote } from '../ledger.ts'
import { reasons } from '../reasons.ts'
import { application, authorityMoment, type ServiceContext } from '../service.ts'

/** protNFe of a note that was authorised. */
export const protocolOf = (note: KeptNote, { environment }: Pick<ServiceContext, 'environment'>): string =>
  write(
    'protNFe',
    write('infProt', [
      said('tpAmb', environment),
      said('verAplic', application),
      said('chNFe', note.key),
      said('dhRecbto', authorityMoment(note.authorisedAt)),
      said('nProt', note.protocol),
      said('digVal', note.digest),
      said('cStat', note.code),
      said('xMotivo', reasons[note.code]),
    ]),
    { versao: '4.00' },
  )

/** Tells the recipient of a note: a summary, the whole note only after a manifestation. */
export function tellRecipient(kept: KeptNote, note: Element, { ledger }: ServiceContext): void {
  if (textAt(note, 'ide/mod') !== '55' || !kept.recipient) return
  const summary = write(
    'resNFe',
    [
      said('chNFe', kept.key),
      said('CNPJ', textAt(note, 'emit/CNPJ')),
      said('CPF', textAt(note, 'emit/CPF')),
      said('xNome', kept.issuerName),
      said('IE', textAt(note, 'emit/IE')),
      said('dhEmi', textAt(note, 'ide/dhEmi')),
      said('tpNF', textAt(note, 'ide/tpNF')),
      said('vNF', kept.total),
      said('digVal', kept.digest),
      said('dhRecbto', authorityMoment(kept.authorisedAt)),
      said('nProt', kept.protocol),
      said('cSitNFe', '1'),
    ],
    { versao: '1.01', xmlns: nfeNamespace },
  )
  ledger.add({ kind: 'document', recipient: kept.recipient, schema: 'resNFe_v1.01.xsd', xml: summary })
}

/** The whole note becomes ready to be fetched by its recipient. */
export function releaseNote(note: KeptNote, context: ServiceContext): void {
  if (context.ledger.documents(note.recipient).some(one => one.schema === 'procNFe_v4.00.xsd' && one.xml.includes(note.key)))
    return
  const xml = write('nfeProc', [note.xml, protocolOf(note, context)], { versao: '4.00', xmlns: nfeNamespace })
  context.ledger.add({ kind: 'document', recipient: note.recipient, schema: 'procNFe_v4.00.xsd', xml })
}

/** The recipient hears of an event of the issuer: a cancellation, a correction. */
export function tellEvent(note: KeptNote, event: KeptEvent, { ledger }: ServiceContext): void {
  if (!note.recipient || /^2102/.test(event.type)) return
  ledger.add({
    kind: 'document',
    recipient: note.recipient,
    schema: 'procEventoNFe_v1.00.xsd',
    xml: processed(event.xml, event.answer),
  })
}

/** An event with its answer, as a procEventoNFe. */
export const processed = (event: string, reply: string): string =>
  write('procEventoNFe', [event, reply], { versao: '1.00', xmlns: nfeNamespace })
