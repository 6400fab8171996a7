import {
  calculateNote,
  type NoteDocument,
  type NoteHeader,
  type TaxLaw,
  writeCancellation,
  writeNote,
} from '../../../domain/fiscal/core/public.ts'
import { drawNumericCode, readTaxLaw } from '../../../domain/fiscal/public.ts'
import { ApiError, type ColumnOf, type NumbersOf, type Queries } from '../../../server/plugin.ts'
import { signValid } from '../check/signValid.ts'
import { invoiceXmlAddress, paperAddress } from '../invoices/decideInvoice.ts'
import { holdInvoice, readInvoice } from '../invoices/readInvoice.ts'
import { toldNote } from '../invoices/storeInvoice.ts'
import { receivedXmlAddress } from '../receiving/storeReceived.ts'
import { digestIn } from '../signature/signDocument.ts'
import { type IssuingStore, readStore } from '../transmission/readStore.ts'
import type { StoreKeys } from '../transmission/storeKeys.ts'
import {
  demoKeys,
  demoMoment,
  demoProtocol,
  demoZone,
  eventReceipt,
  keepDemoDocument,
  noteReceipt,
  processedNote,
} from './keepDemoDocument.ts'

interface Context {
  readonly q: Queries
  readonly lojaId: number
  readonly store: IssuingStore
  readonly ambiente: 1 | 2
  readonly keys: StoreKeys
}

/** Gives the outgoing and received notes of a demo's store their documents: a few dozen. Suppliers that do not exist sign with the store's key. */
export async function documentDemoNotes(q: Queries, lojaId: number, dataDir: string): Promise<void> {
  const store = await readStore(q, lojaId)
  if (!store.cnpj) return
  const ambiente = store.ambiente_fiscal === 1 ? 1 : 2
  const context: Context = { q, lojaId, store, ambiente, keys: demoKeys(store, dataDir) }
  const { rows: issued } = await q.query<NumbersOf<'NFe_emissaos', 'id'> & { cancelada: boolean }>(
    `SELECT id::float8 AS id, situacao = 'CANCELADA' AS cancelada FROM "NFe_emissaos"
     WHERE "lojaId" = $1 AND situacao IN ('AUTORIZADA', 'CANCELADA') AND "xmlUrl" ~ '^nfe/[0-9]+/[0-9]{44}' ORDER BY id`,
    [lojaId],
  )
  for (const { id, cancelada } of issued) await unlessRefused(() => documentIssued(context, id, cancelada))
  const { rows: received } = await q.query<Received>(
    `SELECT id::float8 AS id, "xNome" AS nome, "CNPJ" AS cnpj, "chNFe" AS chave, "dhEmi" AS em FROM nfes
     WHERE "lojaId" = $1 AND "xmlUrl" ~ '^nfe/[0-9]+/[0-9]{44}' AND "xNome" IS NOT NULL AND "chNFe" IS NOT NULL AND "dhEmi" IS NOT NULL ORDER BY id`,
    [lojaId],
  )
  for (const note of received) await unlessRefused(() => documentReceived(context, note))
}

/** A note that cannot be written stays without XML. */
const unlessRefused = (write: () => Promise<void>): Promise<void> =>
  write().catch(error => {
    if (!(error instanceof ApiError)) throw error
  })

async function documentIssued({ q, lojaId, store, ambiente, keys }: Context, id: number, cancelled: boolean): Promise<void> {
  const held = await holdInvoice(q, lojaId, id)
  const { draft } = await readInvoice(q, lojaId, held, demoZone)
  const note = await toldNote(q, { ...draft, loja: { ...store, ambiente_fiscal: ambiente } })
  const { text, key } = writeNote(note)
  const { emitida_em: em } = note
  const documento = signValid(text, keys.signing, { ambiente, emitida_em: em })
  const protocolo = demoProtocol(key, id)
  const said = {
    lojaId,
    owner: 'nfeEmissaoId',
    id,
    modelo: '55',
    ambiente,
    chave: key,
    serie: held.serie,
    numero: held.numero,
  } as const
  const resposta = noteReceipt(key, ambiente, em, protocolo, digestIn(documento))
  await keepDemoDocument(q, { ...said, tipo: 'NOTA', cnf: note.cnf, documento, protocolo, resposta, em })
  if (cancelled) {
    const event = {
      chave: key,
      ambiente,
      cnpj: store.cnpj ?? '',
      ocorrida_em: em,
      protocolo,
      justificativa: 'Pedido desfeito pelo cliente',
    }
    const cancelling = signValid(writeCancellation(event), keys.signing, { ambiente, emitida_em: em })
    const proof = `136${protocolo.slice(3)}`
    const answer = eventReceipt(key, ambiente, em, proof)
    await keepDemoDocument(q, { ...said, tipo: 'CANCELAMENTO', documento: cancelling, protocolo: proof, resposta: answer, em })
  }
  await q.query(
    `UPDATE "NFe_emissaos" SET chave = $3, autorizada_em = $4, "xmlUrl" = $5, "xmlCancelamentoUrl" = $6, "pdfUrl" = $7, protocolo_uso = $8 WHERE "lojaId" = $1 AND id = $2`,
    [
      ...[lojaId, id, key, em, invoiceXmlAddress(lojaId, id), cancelled ? invoiceXmlAddress(lojaId, id, 'cancelamento') : null],
      ...[paperAddress('urlDanfe', lojaId, id), protocolo],
    ],
  )
}

interface Received extends NumbersOf<'nfes', 'id'> {
  readonly nome: string
  readonly cnpj: ColumnOf<'nfes', 'CNPJ'>
  readonly chave: string
  readonly em: string
}

interface ReceivedLine {
  readonly codigo: string
  readonly descricao: string
  readonly ncm: string | null
  readonly unidade: string
  readonly quantidade: number
  readonly total: number
}

async function documentReceived({ q, lojaId, store, ambiente, keys }: Context, received: Received): Promise<void> {
  const { id } = received
  const { rows: lines } = await q.query<ReceivedLine & Record<string, unknown>>(
    `SELECT coalesce(i."cProd", i."nItem"::text) AS codigo, coalesce(i."xProd", '') AS descricao, p."ncmId" AS ncm, coalesce(i."uCom", 'UN') AS unidade, i."qCom"::float8 AS quantidade,
       i."vProdTotal"::float8 AS total
     FROM nfes_itens i LEFT JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId" WHERE i."lojaId" = $1 AND i."nfesId" = $2 ORDER BY i."nItem"`,
    [lojaId, id],
  )
  const day = demoMoment(new Date(received.em)).slice(0, 10)
  const law = await readTaxLaw(q, { day, modelo: '55', regime: 1, uf: 'SP' }, [])
  const note = suppliersNote({ store, ambiente }, received, lines, law)
  const { text, key } = writeNote(note)
  const { emitida_em: em } = note
  const signed = signValid(text, keys.signing, { ambiente, emitida_em: em })
  const documento = processedNote(signed, noteReceipt(key, ambiente, em, demoProtocol(key, id), digestIn(signed)))
  await keepDemoDocument(q, { lojaId, owner: 'nfeId', id, modelo: '55', tipo: 'RECEBIDA', ambiente, chave: key, documento, em })
  await q.query(`UPDATE nfes SET "chNFe" = $3, "xmlUrl" = $4, ambiente = $5 WHERE "lojaId" = $1 AND id = $2`, [
    ...[lojaId, id, key, receivedXmlAddress(lojaId, id), ambiente],
  ])
}

/** Returns the note of a supplier of the Simples Nacional about goods for the store. */
function suppliersNote(
  { store, ambiente }: Pick<Context, 'store' | 'ambiente'>,
  { nome, cnpj, chave, em }: Received,
  lines: readonly ReceivedLine[],
  law: TaxLaw,
): NoteDocument {
  const emitida_em = demoMoment(new Date(em))
  const numero = Number(chave.slice(25, 34))
  const place = {
    ...{
      logradouro: 'Rua do Gasômetro',
      numero: '100',
      bairro: 'Brás',
      codigo_municipio: '3550308',
      cidade: 'São Paulo',
      uf: 'SP',
    },
    cep: '03004000',
  }
  const header: NoteHeader = {
    ...{ emitida_em: emitida_em.slice(0, 10), regime: 1, uf_emitente: 'SP', uf_destinatario: 'SP', consumidor: false },
    ...{ identificador_ie_dest: 1, pis_cofins_sem_icms: true },
  }
  const itens = lines.map(({ quantidade, total }) => ({
    quantidade,
    valor_unitario: Number((total / quantidade).toFixed(6)),
    ...{ icms_cst: '102', pis_cst: '49', cofins_cst: '49' },
  }))
  const calculo = calculateNote(header, itens, law)
  return {
    ...{
      modelo: '55',
      ambiente,
      cnf: drawNumericCode(numero),
      serie: 1,
      numero,
      emitida_em,
      natureza_operacao: 'VENDA DE MERCADORIA',
    },
    ...{ tipo_doc: 1, identificador_operacao: 1, finalidade: 1, presenca: 9, tipo_emissao: 1, modo_frete: 9 },
    emitente: { cnpj: cnpj ?? '', razao_social: nome.slice(0, 60), inscricao_estadual: '110042490114', endereco: place },
    destinatario: {
      ...{ cnpj: store.cnpj ?? '', nome: store.razao_social ?? '', inscricao_estadual: store.inscricao_estadual ?? '' },
      endereco: place,
    },
    produtos: lines.map(({ codigo, descricao, ncm, unidade }) => ({
      ...{ codigo, descricao, ncm: ncm?.slice(0, 8) ?? '21069090', cfop: '5102', unidade },
    })),
    ...{ header, itens, calculo, law, programa: 'Demonstracao' },
    pagamentos: [{ meio: '15', valor: calculo.totals.total_nota }],
  }
}
