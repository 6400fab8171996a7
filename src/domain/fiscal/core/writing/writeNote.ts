import { composeAccessKey } from '../keys/accessKey.ts'
import { codeOfState } from '../keys/states.ts'
import { element, field, group, moneyField, someMoney, type Xml } from './element.ts'
import { fiscalLines, fiscalText } from './fiscalText.ts'
import { itemText } from './itemText.ts'
import type { NoteDocument, NotePayment } from './noteDocument.ts'
import { issuerText, recipientText } from './partiesText.ts'
import { totalsText } from './totalsText.ts'
import { transportText } from './transportText.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** Means of payment that ask for the card's group. */
const byCard = ['03', '04', '17']

/** A note's text, not signed yet, and its key. */
export interface WrittenNote {
  readonly text: string
  readonly key: string
}

/** Writes a note, model 55 or 65: elements in the order of the schema, nothing between them. */
export function writeNote(note: NoteDocument): WrittenNote {
  const key = keyOf(note)
  const content = element(
    'infNFe',
    { Id: `NFe${key}`, versao: '4.00' },
    identityText(note, key.slice(-1)),
    issuerText(note),
    recipientText(note),
    ...note.produtos.map((_, at) => itemText(note, at)),
    totalsText(note),
    transportText(note),
    group('pag', ...note.pagamentos.map(paymentText), someMoney('vTroco', note.troco ?? 0)),
    intermediaryText(note),
    group('infAdic', field('infCpl', fiscalLines(note.informacao_adicional ?? '', 5000))),
    exportText(note),
  )
  return { key, text: element('NFe', { xmlns: namespace }, content) }
}

/** Returns the part of a consumer's note beside the signed one: its QR code and where its key is asked for. */
export function supplementNote(text: string, qrCode: string, urlChave: string): string {
  const end = text.lastIndexOf('</infNFe>') + '</infNFe>'.length
  return text.slice(0, end) + group('infNFeSupl', field('qrCode', qrCode), field('urlChave', urlChave)) + text.slice(end)
}

function stateCode({ emitente }: NoteDocument): string {
  const code = codeOfState(emitente.endereco.uf)
  if (code === undefined) throw new Error(`No state is called ${emitente.endereco.uf}`)
  return code
}

const keyOf = (note: NoteDocument): string =>
  composeAccessKey({
    cUF: stateCode(note),
    AAMM: note.emitida_em.slice(2, 4) + note.emitida_em.slice(5, 7),
    CNPJ: note.emitente.cnpj,
    mod: note.modelo,
    serie: `${note.serie}`,
    nNF: `${note.numero}`,
    tpEmis: `${note.tipo_emissao}`,
    cNF: note.cnf,
  })

function identityText(note: NoteDocument, cDV: string): Xml {
  const { contingencia, header } = note
  return group(
    'ide',
    field('cUF', stateCode(note)),
    field('cNF', note.cnf),
    field('natOp', fiscalText(note.natureza_operacao, 60)),
    field('mod', note.modelo),
    field('serie', note.serie),
    field('nNF', note.numero),
    field('dhEmi', note.emitida_em),
    field('tpNF', note.tipo_doc),
    field('idDest', note.identificador_operacao),
    field('cMunFG', note.emitente.endereco.codigo_municipio),
    // Paper: upright for an NF-e, the roll for a consumer's note.
    field('tpImp', note.modelo === '65' ? 4 : 1),
    field('tpEmis', note.tipo_emissao),
    field('cDV', cDV),
    field('tpAmb', note.ambiente),
    field('finNFe', note.finalidade),
    field('indFinal', header.consumidor ? 1 : 0),
    field('indPres', note.presenca),
    tellsIntermediary(note) ? field('indIntermed', note.intermediador ? 1 : 0) : '',
    field('procEmi', 0),
    field('verProc', fiscalText(note.programa, 20)),
    contingencia ? field('dhCont', contingencia.desde) + field('xJust', fiscalText(contingencia.motivo, 256)) : '',
    ...(note.referencias ?? []).map(key => group('NFref', field('refNFe', key))),
  )
}

/** A sale at a distance has to say whether a marketplace made it. */
const tellsIntermediary = ({ presenca }: NoteDocument): boolean => [2, 3, 4, 9].includes(presenca)

const intermediaryText = (note: NoteDocument): Xml =>
  note.intermediador && tellsIntermediary(note)
    ? group('infIntermed', field('CNPJ', note.intermediador.cnpj), field('idCadIntTran', fiscalText(note.intermediador.nome, 60)))
    : ''

/** Goods leave the country where somebody said, else from the store's place. */
const exportText = ({ identificador_operacao, tipo_doc, exportacao = {}, emitente: { endereco } }: NoteDocument): Xml =>
  identificador_operacao === 3 && tipo_doc === 1
    ? group(
        'exporta',
        field('UFSaidaPais', exportacao.uf || endereco.uf),
        field('xLocExporta', fiscalText(exportacao.local || endereco.cidade, 60)),
        field('xLocDespacho', fiscalText(exportacao.despacho ?? '', 60)),
      )
    : ''

/** A card's payment was taken by a terminal that is not joined to the software. */
function paymentText({ meio, valor, descricao, autorizacao }: NotePayment): Xml {
  const authorisation = fiscalText(autorizacao ?? '', 20)
  return group(
    'detPag',
    field('tPag', meio),
    meio === '99' ? field('xPag', fiscalText(descricao ?? '', 60) || 'OUTROS') : '',
    moneyField('vPag', valor),
    byCard.includes(meio) ? group('card', field('tpIntegra', 2), field('cAut', authorisation)) : '',
  )
}
