import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import { writeCancellation } from '../../../domain/fiscal/core/public.ts'
import { drawNumericCode } from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries } from '../../../server/plugin.ts'
import { xmlAddress } from '../issuing/decide.ts'
import { holdSale, type IssuingStore, readStore } from '../issuing/readSale.ts'
import type { StoreKeys } from '../issuing/storeKeys.ts'
import { draftNote } from '../issuing/storeNote.ts'
import { writeConsumerNote } from '../issuing/writeConsumerNote.ts'
import { digestIn } from '../signature/signDocument.ts'
import { signValid } from '../signature/signValid.ts'
import { openTestAuthority } from '../simulator/certificates.ts'

/** Invoices of a store that get documents: what its list shows first. */
const MOST = 30

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** An invoice as the demo made it up. */
interface Invoice {
  readonly id: number
  readonly movimentoId: number
  readonly serie: number
  readonly numero: number
  readonly dhEmi: string
  readonly situacao: 'AUTORIZADA' | 'CANCELADA'
}

/**
 * Gives the newest invoices of a demo's store their documents, written, signed and held to the schema as any note is; the authority's words are made up,
 * as no authority takes notes of former days. An invoice that cannot be written (a sale whose fields do not add up) stays without.
 */
export async function documentDemoInvoices(q: Queries, lojaId: number, dataDir: string): Promise<void> {
  const store = await readStore(q, lojaId)
  const { rows: invoices } = await q.query<Invoice>(
    `SELECT id::float8, "movimentoId"::float8, serie::int, "nNF"::int AS numero, "dhEmi", situacao FROM "NFCes"
     WHERE "lojaId" = $1 AND situacao IN ('AUTORIZADA', 'CANCELADA') AND "movimentoId" IS NOT NULL ORDER BY "dhEmi" DESC LIMIT $2`,
    [lojaId, MOST],
  )
  if (invoices.length === 0 || !store.cnpj) return
  const keys = keysOf(store, dataDir)
  for (const invoice of invoices) await documentInvoice(q, lojaId, { store, invoice, keys })
}

function keysOf({ cnpj, razao_social, uf }: IssuingStore, dataDir: string): StoreKeys {
  const authority = openTestAuthority(join(dataDir, 'sefaz', 'authority'))
  const identity = authority.issue({ name: razao_social ?? '', cnpj: cnpj ?? '' })
  const certificate = new X509Certificate(identity.certificate)
  return {
    identity: { ...identity, chain: [] },
    state: uf ?? '',
    signing: { key: createPrivateKey(identity.key), certificate },
    csc: undefined,
    fingerprint: certificate.fingerprint256,
  }
}

interface Documented {
  readonly store: IssuingStore
  readonly invoice: Invoice
  readonly keys: StoreKeys
}

async function documentInvoice(q: Queries, lojaId: number, { store, invoice, keys }: Documented): Promise<void> {
  const { id: nfceId, movimentoId, serie, numero, situacao } = invoice
  const { held, linhas, recebimentos } = await holdSale(q, lojaId, movimentoId)
  if (!held) return
  const sale = { ...held, cpf_cnpj: held.cpf_cnpj || null, linhas, recebimentos }
  const emitida_em = written(new Date(invoice.dhEmi))
  const cnf = drawNumericCode(numero)
  try {
    const note = await draftNote(q, { lojaId, movimentoId }, store, sale, { serie, numero, cnf, emitida_em, tipo_emissao: 1 })
    const { key, text } = writeConsumerNote(note, keys)
    const protocolo = `135${key.slice(2, 4)}${`${nfceId}`.padStart(10, '0')}`
    const ambiente = store.ambiente_fiscal
    const said = { lojaId, nfceId, ambiente, chave: key, serie, numero, em: emitida_em }
    await keep(q, {
      ...said,
      tipo: 'NOTA',
      cnf,
      documento: text,
      protocolo,
      resposta: noteReceipt(key, ambiente, emitida_em, protocolo, digestIn(text)),
    })
    if (situacao === 'CANCELADA') {
      const em = written(new Date(new Date(invoice.dhEmi).getTime() + 120_000))
      const event = {
        chave: key,
        ambiente,
        cnpj: store.cnpj ?? '',
        ocorrida_em: em,
        protocolo,
        justificativa: 'Cancelamento da venda pelo emitente',
      }
      const documento = signValid(writeCancellation(event), keys.signing, { ambiente, emitida_em: em })
      const proof = `136${protocolo.slice(3)}`
      await keep(q, {
        ...said,
        em,
        tipo: 'CANCELAMENTO',
        cnf: null,
        documento,
        protocolo: proof,
        resposta: eventReceipt(key, ambiente, em, proof),
      })
    }
    await q.query(
      `UPDATE "NFCes" SET "chNFe" = $3, ambiente = $4, autorizada_em = $5, "xmlUrl" = $6, "xmlCancelamentoUrl" = $7 WHERE "lojaId" = $1 AND id = $2`,
      [
        lojaId,
        nfceId,
        key,
        ambiente,
        emitida_em,
        xmlAddress(lojaId, nfceId),
        situacao === 'CANCELADA' ? xmlAddress(lojaId, nfceId, 'cancelamento') : null,
      ],
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** The demo's stores are in São Paulo. */
const written = (at: Date): string => DateTime.fromJSDate(at, { zone: 'America/Sao_Paulo' }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")

const noteReceipt = (key: string, tpAmb: number, at: string, protocol: string, digest: string): string =>
  `<protNFe xmlns="${namespace}" versao="4.00"><infProt><tpAmb>${tpAmb}</tpAmb><verAplic>DEMONSTRACAO</verAplic><chNFe>${key}</chNFe><dhRecbto>${at}</dhRecbto>` +
  `<nProt>${protocol}</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`

const eventReceipt = (key: string, tpAmb: number, at: string, protocol: string): string =>
  `<retEvento xmlns="${namespace}" versao="1.00"><infEvento><tpAmb>${tpAmb}</tpAmb><verAplic>DEMONSTRACAO</verAplic><cOrgao>35</cOrgao><cStat>135</cStat>` +
  `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${key}</chNFe><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><dhRegEvento>${at}</dhRegEvento>` +
  `<nProt>${protocol}</nProt></infEvento></retEvento>`

/** A document that the authority took, as it is stored. */
interface Kept {
  readonly lojaId: number
  readonly nfceId: number
  readonly tipo: 'NOTA' | 'CANCELAMENTO'
  readonly ambiente: 1 | 2
  readonly chave: string
  readonly serie: number
  readonly numero: number
  readonly cnf: string | null
  readonly documento: string
  readonly protocolo: string
  readonly resposta: string
  readonly em: string
}

async function keep(q: Queries, of: Kept): Promise<void> {
  const { lojaId, nfceId, tipo, ambiente, chave, serie, numero, cnf, documento, protocolo, resposta, em } = of
  const [cStat, xMotivo] = tipo === 'NOTA' ? ['100', 'Autorizado o uso da NF-e'] : ['135', 'Evento registrado e vinculado a NF-e']
  await q.query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "nfceId", modelo, estado, tipo, ambiente, chave, serie, numero, cnf, documento, protocolo, resposta, decidida_em,
       "cStat", "xMotivo", tentativas)
     VALUES ($1, $2, '65', 'ACEITO', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1)`,
    [lojaId, nfceId, tipo, ambiente, chave, serie, numero, cnf, documento, protocolo, resposta, em, cStat, xMotivo],
  )
}
