import type { DeliveryPlace } from '../../../domain/fiscal/core/public.ts'
import type { ColumnOf, Queries } from '../../../server/plugin.ts'

interface DeliveryRow {
  readonly cpf_cnpj: ColumnOf<'AppPedidos', 'customerTaxPayerIdentificationNumber'> | ColumnOf<'parceiros', 'cnpj'>
  readonly nome: ColumnOf<'AppPedidos', 'customerName'> | ColumnOf<'parceiros', 'nome_fantasia'>
  readonly logradouro: ColumnOf<'AppPedidos', 'deliveryStreetName'> | ColumnOf<'parceiros_enderecos', 'logradouro'>
  readonly numero: ColumnOf<'AppPedidos', 'deliveryStreetNumber'> | ColumnOf<'parceiros_enderecos', 'numero'>
  readonly complemento: ColumnOf<'AppPedidos', 'deliveryComplement'> | ColumnOf<'parceiros_enderecos', 'complemento'>
  readonly bairro: ColumnOf<'AppPedidos', 'deliveryNeighborhood'> | ColumnOf<'parceiros_enderecos', 'bairro'>
  readonly cidade: ColumnOf<'AppPedidos', 'deliveryCity'> | ColumnOf<'parceiros_enderecos', 'cidade'>
  readonly uf: ColumnOf<'AppPedidos', 'deliveryState'> | ColumnOf<'parceiros_enderecos', 'uf'>
  readonly cep: ColumnOf<'AppPedidos', 'deliveryPostalCode'> | ColumnOf<'parceiros_enderecos', 'cep'>
  readonly codigo_municipio: ColumnOf<'parceiros_enderecos', 'codigo_municipio'>
  readonly telefone: ColumnOf<'AppPedidos', 'customerPhone'> | ColumnOf<'parceiros', 'telefone1'>
}

/** Where a sale may have been delivered: where its order in the digital menu says, else the customer's first address. */
export async function readDeliveries(q: Queries, lojaId: number, movimentoId: number): Promise<readonly DeliveryPlace[]> {
  const { rows } = await q.query<DeliveryRow>(
    `(SELECT nullif("customerTaxPayerIdentificationNumber", '') AS cpf_cnpj, "customerName" AS nome, "deliveryStreetName" AS logradouro,
        "deliveryStreetNumber" AS numero, "deliveryComplement" AS complemento, "deliveryNeighborhood" AS bairro, "deliveryCity" AS cidade,
        "deliveryState" AS uf, "deliveryPostalCode" AS cep, NULL AS codigo_municipio, "customerPhone" AS telefone
      FROM "AppPedidos" WHERE "lojaId" = $1 AND "movimentoId" = $2 ORDER BY id DESC LIMIT 1)
     UNION ALL
     (SELECT nullif(p.cnpj, ''), coalesce(nullif(p.razao_social, ''), p.nome_fantasia), e.logradouro, e.numero, e.complemento, e.bairro, e.cidade, e.uf, e.cep,
        nullif(e.codigo_municipio, ''), p.telefone1
      FROM "Movimentos" m JOIN parceiros p ON p."lojaId" = m."lojaId" AND p.id = m."parceiroId"
      JOIN parceiros_enderecos e ON e."lojaId" = p."lojaId" AND e."parceirosId" = p.id
      WHERE m."lojaId" = $1 AND m.id = $2 ORDER BY e.ordem, e.id LIMIT 1)`,
    [lojaId, movimentoId],
  )
  return rows
}
