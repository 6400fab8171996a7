import type { Moedas, MoedaTipos } from '../../../generated/records.ts'
import { type IdsByName, type InsertRecords, idByName, insertNamed } from '../../samples/public.ts'

/** Currencies of the app, and whether stores with a digital menu take them. */
const app: readonly (readonly [nome: string, status: boolean])[] = [
  ['Dinheiro', true],
  ['Pix', true],
  ['Cartão de crédito na entrega', true],
  ['Cartão de débito na entrega', true],
  ['Vale-refeição na entrega', false],
  ['Pagamento online', false],
]

const types: readonly (readonly [nome: string, cod_sat: MoedaTipos['cod_sat']])[] = [
  ['Dinheiro', '01'],
  ['Cartão de crédito', '03'],
  ['Cartão de débito', '04'],
  ['Vale-alimentação', '10'],
  ['Vale-refeição', '11'],
  ['Pix', '17'],
  ['Outros', '99'],
]

/** Name, fiscal code, acquirer, fee, days, SiTEF function. */
const pdv: readonly (readonly [
  string,
  Moedas['cod_sat'],
  string | undefined,
  number,
  number,
  NonNullable<Moedas['sitef_funcao']>,
])[] = [
  ['Dinheiro', '01', undefined, 0, 0, 'NENHUMA'],
  ['Crédito', '03', 'Stone', 3.19, 30, 'CREDITO'],
  ['Débito', '04', 'Stone', 1.29, 1, 'DEBITO'],
  ['Pix', '17', undefined, 0, 0, 'PIX'],
  ['Vale-refeição', '11', 'Getnet', 5.5, 28, 'GENERICA'],
  ['Vale-alimentação', '10', 'Getnet', 5.5, 28, 'GENERICA'],
  ['Cheque', '02', undefined, 0, 0, 'NENHUMA'],
]

/** The currencies that all stores share; gives those of the app. */
export async function loadCurrencies(insert: InsertRecords): Promise<IdsByName> {
  await insert(
    'moeda_tipos',
    null,
    types.map(([nome, cod_sat]) => ({ nome, cod_sat })),
  )
  return insertNamed(
    insert,
    'moeda_Apps',
    null,
    app.map(([nome]) => ({ nome })),
    'nome',
  )
}

/** A store's currencies. */
export async function loadStoreCurrencies(
  insert: InsertRecords,
  store: number,
  digital: boolean,
  apps: IdsByName,
  acquirers: IdsByName,
): Promise<void> {
  await insert(
    'Loja_moeda_apps',
    store,
    app.map(([nome, status]) => ({ moeda_appId: idByName(apps, nome), status: digital && status })),
  )
  await insert(
    'moedas',
    store,
    pdv.map(([nome, cod_sat, acquirer, taxa, dias, sitef_funcao]) => ({
      nome,
      cod_sat,
      moedaAdquirenteId: acquirer === undefined ? null : (acquirers.get(acquirer) ?? null),
      taxa,
      dias,
      sitef_funcao,
      alteracao: 0,
      status: nome !== 'Cheque',
    })),
  )
}
