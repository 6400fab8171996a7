import { childrenOf, cutTexts, type DocumentElement, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import { printedMoment } from '../paper/printed.ts'
import { printedTotal } from '../paper/totalAsked.ts'
import { billingBlock, instalmentsLeft } from './billingBlock.ts'
import { carrierBlock, transportLeft } from './carrierBlock.ts'
import type { Danfe, DanfeBox } from './danfe.ts'
import { itemRows } from './itemRows.ts'
import { placeBlocks, recipientBlock } from './partyBlocks.ts'
import { servicesBlock, taxBlocks } from './taxBlocks.ts'
import { firstOf, joined, phoneAt, postalCodeAt, printedDay, saidAt, streetAt, taxIdAt, textBox } from './values.ts'

/** Answers by which a note is authorised or denied, and its cancellation accepted. */
const authorised = ['100', '150']
const denied = ['110', '205', '301', '302', '303']
const accepted = ['135', '136', '155']

/**
 * Reads what the paper says from the XML of an NF-e, `nfeProc` or `NFe` (then it is a draft without fiscal value), and where it was
 * cancelled from the event's `procEventoNFe`.
 *
 * @returns undefined for what is no NF-e.
 */
export function readDanfe(stored: DocumentElement, event?: DocumentElement): Danfe | undefined {
  const document = cutTexts(stored)
  const cancellation = event && cutTexts(event)
  const note = document.name === 'NFe' ? document : elementAt(document, 'NFe')
  const info = elementAt(note, 'infNFe')
  if (!info || textAt(info, 'ide/mod') !== '55') return undefined
  const proof = elementAt(document, 'protNFe/infProt')
  const status = saidAt(proof, 'cStat')
  const known = authorised.includes(status) || denied.includes(status)
  const cancelled = elementAt(cancellation, 'retEvento/infEvento')
  const isCancelled = accepted.includes(saidAt(cancelled, 'cStat'))
  const issued = firstOf(info, 'ide/dhEmi', 'ide/dEmi')
  return {
    emitente: issuerOf(info),
    tipo: saidAt(info, 'ide/tpNF'),
    numero: saidAt(info, 'ide/nNF')
      .padStart(9, '0')
      .replace(/\B(?=(\d{3})+$)/g, '.'),
    serie: saidAt(info, 'ide/serie').padStart(3, '0'),
    chave: (info.attributes.Id ?? '').replace(/^NFe/, ''),
    emissao: printedMoment(issued),
    natureza: textBox('NATUREZA DA OPERAÇÃO', saidAt(info, 'ide/natOp'), 58),
    protocolo: proofBox(proof, denied.includes(status), known),
    inscricoes: registrationsOf(info),
    recibo: receiptOf(info, issued),
    blocos: [recipientBlock(info), ...placeBlocks(info), ...billingBlock(info), ...taxBlocks(info), carrierBlock(info)],
    simples: ['1', '4'].includes(saidAt(info, 'emit/CRT')),
    itens: itemRows(info),
    issqn: servicesBlock(info),
    complementares: additionsOf(info, isCancelled ? cancelled : undefined, cancellation),
    marcas: [
      ...(isCancelled ? ['NF-e CANCELADA'] : []),
      ...(denied.includes(status) ? ['USO DENEGADO'] : []),
      ...(known ? [] : ['ESPELHO']),
      ...(known && saidAt(info, 'ide/tpAmb') !== '2' ? [] : ['SEM VALOR FISCAL']),
    ],
    espelho: !known,
  }
}

function issuerOf(info: DocumentElement): Danfe['emitente'] {
  const place = elementAt(info, 'emit/enderEmit')
  const phone = phoneAt(place, 'fone')
  return {
    nome: saidAt(info, 'emit/xNome'),
    linhas: [
      streetAt(place),
      joined(' - ', saidAt(place, 'xBairro'), postalCodeAt(place, 'CEP') && `CEP ${postalCodeAt(place, 'CEP')}`),
      joined(' - ', saidAt(place, 'xMun'), saidAt(place, 'UF')),
      phone && `Fone ${phone}`,
    ].filter(line => line !== ''),
  }
}

function proofBox(proof: DocumentElement | undefined, isDenied: boolean, known: boolean): DanfeBox {
  const label = isDenied ? 'PROTOCOLO DE DENEGAÇÃO DE USO' : 'PROTOCOLO DE AUTORIZAÇÃO DE USO'
  if (!known) return textBox(label, 'ESPELHO - SEM VALOR FISCAL', 42, 'center')
  return textBox(label, joined(' - ', saidAt(proof, 'nProt'), printedMoment(saidAt(proof, 'dhRecbto'))), 42, 'center')
}

const registrationsOf = (info: DocumentElement): DanfeBox[] => [
  textBox('INSCRIÇÃO ESTADUAL', saidAt(info, 'emit/IE'), 25, 'center'),
  textBox('INSCRIÇÃO MUNICIPAL', saidAt(info, 'emit/IM'), 20, 'center'),
  textBox('INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO', saidAt(info, 'emit/IEST'), 28, 'center'),
  textBox('CNPJ/CPF', taxIdAt(elementAt(info, 'emit')), 27, 'center'),
]

function receiptOf(info: DocumentElement, issued: string): string {
  const place = elementAt(info, 'dest/enderDest')
  const address = joined(' - ', streetAt(place), saidAt(place, 'xBairro'), saidAt(place, 'xMun'), saidAt(place, 'UF'))
  return (
    `RECEBEMOS DE ${saidAt(info, 'emit/xNome')} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO. ` +
    `EMISSÃO: ${printedDay(issued)} VALOR TOTAL: R$ ${printedTotal(info)} DESTINATÁRIO: ${joined(' - ', saidAt(info, 'dest/xNome'), address)}`
  )
}

/** Words of the issuer and of the tax office, and all that has no box of its own. */
function additionsOf(
  info: DocumentElement,
  cancelled: DocumentElement | undefined,
  event: DocumentElement | undefined,
): string[] {
  const references = childrenOf(elementAt(info, 'ide'), 'NFref').map(each => firstOf(each, 'refNFe', 'refCTe', 'refNFeSig'))
  const email = saidAt(info, 'dest/email')
  const reason = saidAt(event, 'evento/infEvento/detEvento/xJust')
  const since = saidAt(info, 'ide/dhCont')
  return [
    cancelled
      ? joined(
          ' ',
          `NF-e cancelada em ${printedMoment(saidAt(cancelled, 'dhRegEvento'))}, protocolo ${saidAt(cancelled, 'nProt')}.`,
          reason && `Motivo: ${reason}`,
        )
      : '',
    since && `Emitida em contingência desde ${printedMoment(since)}: ${saidAt(info, 'ide/xJust')}`,
    saidAt(info, 'infAdic/infAdFisco'),
    ...saidAt(info, 'infAdic/infCpl').split(' | '),
    references.some(Boolean) ? `Documentos referenciados: ${references.filter(Boolean).join(', ')}` : '',
    saidAt(info, 'compra/xPed') && `Pedido: ${saidAt(info, 'compra/xPed')}`,
    email && `E-mail do destinatário: ${email}`,
    instalmentsLeft(info),
    ...transportLeft(info),
  ].filter(line => line !== '')
}
