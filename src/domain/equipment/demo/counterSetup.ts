import { cnpj, cpf, type InsertRecords, type SeededRandom } from '../../samples/public.ts'

const HOUR = 3_600_000

/** Loads the counter of a store: tabs and their places, equipment, the accountant. */
export async function loadCounterSetup(insert: InsertRecords, store: number, random: SeededRandom, now: Date): Promise<void> {
  const tabs = Array.from({ length: 60 }, (_, at) => ({
    codigo: String(at + 1).padStart(3, '0'),
    prepaga: at >= 50,
    bloqueada: at === 12 || at === 37,
    conferencia: false,
    observacao: at === 12 ? 'Cartão perdido' : null,
    ultimo: at < 50 ? new Date(now.getTime() - random.whole(1, 200) * HOUR).toISOString() : null,
  }))
  await insert('comandas', store, tabs)
  await insert('Comanda_local', store, [
    { nome: 'Mesa', inicio: 1, fim: 30 },
    { nome: 'Balcão', inicio: 1, fim: 6 },
    { nome: 'Varanda', inicio: 31, fim: 40 },
  ])
  const equipment = [
    ['Caixa principal', 'PDV', 'Windows', true],
    ['Maquininha do salão', 'SMART_TEF', 'POS Android 10', true],
    ['Totem da entrada', 'AGUARDA_TRANSACAO', 'Totem 21"', true],
    ['Painel de pedidos', 'NUMERO_PEDIDO', 'TV Box', true],
    ['Tablet antigo', 'TABLET', 'Tablet 10"', false],
  ] as const
  const ids = await insert(
    'equipamentos',
    store,
    equipment.map(([nome, totem_operacao, hardware, ativo], at) => ({
      nome,
      totem_operacao,
      hardware,
      ativo,
      androidId: `${store}a${at}f${random.whole(100_000, 999_999)}`,
      versao: '4.12.0',
      nfce_serie: at + 1,
      nfce_nNF: random.whole(100, 9000),
      ultimo_uso: new Date(now.getTime() - (ativo ? random.whole(0, 20) : 4000) * HOUR).toISOString(),
    })),
  )
  await insert(
    'equipamento_eventos',
    store,
    [30, 20, 6].map((hours, at) => ({
      equipamentoId: Number(ids[0]),
      update_until: new Date(now.getTime() - hours * HOUR).toISOString(),
      completo: at < 2,
    })),
  )
  await insert('Contador', store, [
    {
      nome: 'Márcia Teixeira',
      cpf: cpf(random),
      crc: '1SP214560/O-3',
      cnpj: cnpj(random, 1),
      telefone: '1132114500',
      whatsapp: '11991234567',
      email: 'contabilidade@teixeira.example.com',
      cep: '01310200',
      logradouro: 'Avenida Paulista',
      numero: '2064',
      bairro: 'Bela Vista',
      cidade: 'São Paulo',
      uf: 'SP',
      codigo_municipio: '3550308',
    },
  ])
}
