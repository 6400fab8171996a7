import { amount } from '../calculation/amounts.ts'
import { gtinOf } from '../consumer/gtin.ts'
import { issuerOf } from '../consumer/parties.ts'
import { ABROAD } from '../keys/states.ts'
import { type BenefitTable, benefitOf } from '../operations/benefits.ts'
import type { NoteAddress, NoteCarrier, NoteDocument, NoteProduct, NoteRecipient } from '../writing/noteDocument.ts'
import { fillTemplate } from './fillTemplate.ts'
import { type InvoiceDraft, type InvoiceLine, type InvoiceParty, isTip, ncmOf } from './invoiceDraft.ts'
import { changeOf } from './invoiceProblems.ts'

/** The document of an invoice (model 55) that has no problems: see `invoiceProblems`. A mirror may be drawn of one that has some. */
export function composeInvoice(draft: InvoiceDraft, programa: string): NoteDocument {
  const { fields, loja, calculo, itens, header, law, linhas, chaves } = draft
  const { veiculo_placa, veiculo_uf, veiculo_registro } = fields
  return {
    modelo: '55',
    ambiente: loja.ambiente_fiscal,
    cnf: `${fields.cnf}`.padStart(8, '0'),
    serie: fields.serie,
    numero: fields.numero,
    emitida_em: draft.emitida_em,
    natureza_operacao: fields.natureza_operacao,
    tipo_doc: fields.tipo_doc,
    identificador_operacao: fields.identificador_operacao,
    finalidade: fields.finalidade,
    presenca: fields.presenca,
    tipo_emissao: draft.tipo_emissao,
    contingencia: draft.contingencia,
    modo_frete: fields.modo_frete,
    transporte: {
      transportadora: draft.transportadora && carrierOf(draft.transportadora),
      veiculo: veiculo_placa
        ? { placa: veiculo_placa.toUpperCase(), uf: veiculo_uf ?? undefined, rntc: veiculo_registro ?? undefined }
        : undefined,
      volumes: draft.volumes,
    },
    intermediador: draft.intermediador && { cnpj: draft.intermediador.cnpj ?? '', nome: nameOf(draft.intermediador) },
    // A return that says of each item which one comes back says it there alone (NT 2025.002, rule VC02-14).
    referencias: fields.finalidade === 4 && linhas.some(({ ref_chave }) => ref_chave) ? [] : chaves,
    exportacao: {
      uf: fields.exporta_uf ?? undefined,
      local: fields.exporta_local ?? undefined,
      despacho: fields.exporta_despacho ?? undefined,
    },
    emitente: issuerOf(loja),
    destinatario: draft.destinatario && recipientOf(draft.destinatario),
    produtos: linhas.map((line, at) => productOf(line, itens[at]?.icms_cst ?? '', draft.beneficios)),
    header,
    itens,
    calculo,
    law,
    pagamentos: draft.pagamentos.map(({ tipo, valor, descricao }) => ({
      meio: `${tipo}`.padStart(2, '0'),
      valor,
      descricao: descricao ?? undefined,
    })),
    troco: changeOf(draft) ?? 0,
    informacao_adicional: fillTemplate(fields.informacao_adicional ?? '', {
      razao_social: loja.razao_social ?? '',
      total_cred_sn_v: brazilian(calculo.totals.total_cred_sn_v),
      cred_sn_alq: brazilian(itens.find(({ cred_sn_alq }) => cred_sn_alq)?.cred_sn_alq ?? loja.nfe_cred_sn_alq),
    }),
    programa,
  }
}

const brazilian = (value: number): string => amount(value).toFixed(2).replace('.', ',')

const nameOf = ({ razao_social, nome_fantasia }: InvoiceParty): string => razao_social || nome_fantasia || ''

const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '')

function addressOf(of: InvoiceParty): NoteAddress {
  const cep = digits(of.cep)
  return {
    logradouro: of.logradouro ?? '',
    numero: of.numero ?? '',
    complemento: of.complemento ?? undefined,
    bairro: of.bairro ?? '',
    codigo_municipio: of.codigo_municipio ?? '',
    cidade: of.cidade ?? '',
    uf: of.uf ?? '',
    cep: cep.length === 8 ? cep : undefined,
    telefone: of.telefone ?? undefined,
    pais: of.paisId ? { codigo: of.paisId, nome: of.pais ?? '' } : undefined,
  }
}

const registrationOf = ({ ie }: InvoiceParty): string | undefined => ie?.replace(/[^0-9A-Za-z]/g, '').toUpperCase() || undefined

function recipientOf(of: InvoiceParty): NoteRecipient {
  const foreign = of.uf === ABROAD
  return {
    cnpj: foreign ? undefined : (of.cnpj ?? undefined),
    idEstrangeiro: foreign ? (of.id_estrangeiro ?? '') : undefined,
    nome: nameOf(of),
    endereco: addressOf(of),
    inscricao_estadual: foreign ? undefined : registrationOf(of),
    email: of.email ?? undefined,
  }
}

function carrierOf(of: InvoiceParty): NoteCarrier {
  return {
    cnpj: of.cnpj ?? undefined,
    nome: nameOf(of),
    inscricao_estadual: registrationOf(of),
    endereco: [of.logradouro, of.numero, of.bairro].filter(Boolean).join(', '),
    cidade: of.cidade ?? undefined,
    uf: of.uf ?? undefined,
  }
}

function productOf(line: InvoiceLine, cst: string, beneficios: BenefitTable): NoteProduct {
  const codigo = line.codigo ?? ''
  const maker = (line.cnpj_fab ?? '').replace(/[^0-9A-Z]/gi, '').toUpperCase()
  return {
    codigo: codigo || (line.descricao ?? ''),
    gtin: gtinOf(codigo) ?? gtinOf(line.cod_aux ?? ''),
    descricao: line.descricao ?? '',
    ncm: ncmOf(line),
    cest: /^\d{7}$/.test(line.cestId ?? '') ? (line.cestId ?? undefined) : undefined,
    ind_escala: line.ind_escala ?? undefined,
    cnpj_fab: /^[0-9A-Z]{12}\d{2}$/.test(maker) ? maker : undefined,
    codigo_beneficio: benefitOf(line.codigo_beneficio, cst, isTip(line) ? [] : beneficios).codigo,
    cfop: line.cfop ?? '',
    unidade: line.unidade ?? 'UN',
    devolve: line.ref_chave ? { chave: line.ref_chave, item: line.ref_item ?? undefined } : undefined,
    pedido: line.num_ped ? { numero: line.num_ped, item: line.num_item ?? undefined } : undefined,
  }
}
