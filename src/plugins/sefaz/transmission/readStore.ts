import type { SaleStore } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type Queries, type RowOf } from '../../../server/plugin.ts'

/** The store as its notes tell it, and how it issues. */
export interface IssuingStore extends SaleStore {
  readonly nfce_contingencia: boolean
}

/** Reads the store. */
export async function readStore(q: Queries, lojaId: number): Promise<IssuingStore> {
  const { rows } = await q.query<
    Omit<IssuingStore, 'gorjeta'> &
      RowOf<
        'lojas',
        | 'cnpj'
        | 'razao_social'
        | 'nome_fantasia'
        | 'inscricao_estadual'
        | 'logradouro'
        | 'numero'
        | 'bairro'
        | 'cidade'
        | 'uf'
        | 'codigo_municipio'
        | 'cep'
        | 'telefone'
      >
  >(
    `SELECT cnpj, razao_social, nome_fantasia, inscricao_estadual, regime_tributario::int, coalesce(ambiente_fiscal, 2)::int AS ambiente_fiscal,
       coalesce(nfe_cred_sn_alq, 0)::float8 AS nfe_cred_sn_alq, logradouro, numero, bairro, cidade, uf, codigo_municipio, cep, telefone,
       coalesce(nfce_contingencia, false) AS nfce_contingencia
     FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}
