import { describe, expect, test } from 'vitest'
import { readDefinitions } from './start/definitions.ts'

/** Constants, limits and gates that the specification fixes, as the definitions hold them: an edit that loses one is told here. */
const { model } = readDefinitions()

const register = (name: string) => {
  const found = model.registers[name]
  if (!found) throw new Error(`no register ${name}`)
  return found
}
const field = (of: string, name: string) => {
  const found = register(of).fields.find(each => each.name === name)
  if (!found) throw new Error(`no field ${of}.${name}`)
  return found
}
const values = (of: string, name: string) => field(of, name).choices?.map(({ value }) => value)
const whole = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('constants of the specification', () => {
  test('pages', () => {
    expect(register('produtos').views.list).toMatchObject({ pageSize: 10, pageSizes: [5, 10, 25] })
    expect(register('Loja_moeda_apps').views.list.pageSize).toBe(100)
    const link = register('grupos').views.actions.find(({ id }) => id === 'produtos')?.does
    expect(link).toEqual({ open: '/produtos?grupoId={id}&page=1&perPage=25&order=id DESC' })
  })

  test('a new product', () => {
    const usual = {
      comissao_prod: -1,
      dsct_max_prod: 100,
      qtd_min_prod: 0,
      ordem: 999,
      validade: '2000-02-01',
      appDestaque: false,
    }
    const on = { appDelivery: true, appBalcao: true, appMesa: true, appPdvMobile: true, stt_prod: true }
    for (const [name, value] of Object.entries({ ...usual, ...on }))
      expect([name, field('produtos', name).default]).toEqual([name, value])
    expect(field('produtoCombos', 'ordem').default).toBe(999)
    expect(field('produtoPontes', 'ordem').default).toBe(999)
    expect(field('produtoPontes', 'stt_prod').default).toBe(true)
  })

  test('choices', () => {
    expect(values('produtos', 'orig')).toEqual(whole(0, 8))
    expect(values('impressoras', 'modelo')).toEqual(whole(0, 23))
    expect(values('lojas', 'regime_tributario')).toEqual([1, 2, 3, 4])
    expect(values('lojas', 'pizzaPreco')).toEqual(['MAXIMO', 'MEDIA'])
    expect(values('lojas', 'comanda_nome')).toEqual(['COMANDA', 'MESA'])
    expect(values('moedas', 'cod_sat')).toEqual([...whole(1, 19), 90, 99].map(code => String(code).padStart(2, '0')))
    expect(values('moedas', 'sitef_funcao')).toHaveLength(7)
    const acquirers = register('moeda_adquirentes').seed?.map(({ nome }) => nome)
    expect(acquirers).toEqual(['Stone', 'PagBank', 'Getnet', 'Safra', 'Rede', 'Sicredi', 'Caixa', 'Bin', 'Cielo'])
  })

  test('a store and its tables', () => {
    const usual = { appKiloIncremento: 100, appAgendamentoDias: 1, nfe_cred_sn_alq: 1.25, regime_tributario: 1 }
    for (const [name, value] of Object.entries(usual)) expect([name, field('lojas', name).default]).toEqual([name, value])
    expect(register('lojas').lists.find(({ name }) => name === 'tabelasPreco')?.max).toBe(4)
    expect(field('Loja_tabela_precos', 'config').default).toBe('1,2,3,4')
    expect(field('lojas', 'appDeliveryUri')).toMatchObject({ maxLength: 50, pattern: '^[A-Za-z0-9-]*$' })
  })

  test('suggestions of NCM and CEST begin at three characters', () => {
    expect([field('produtos', 'ncmId').reference?.from, field('produtos', 'cestId').reference?.from]).toEqual([3, 3])
  })
})

/** The flags that ship, by the specification's names. */
const shippedFlags = [
  'cardapio_ver',
  'cardapio_criar',
  'cardapio_editar',
  'cardapio_excluir',
  'cardapio_publicar',
  'cadastros_ver',
  'cardapio_digital_ver',
  'cardapio_digital_relatorios',
  'estoque_ver',
  'estoque_relatorios',
  'contas_ver',
  'contas_relatorios',
  'pdv_abrir_comanda',
  'pdv_deletar',
  'pdv_transferir',
  'pdv_alterar_preco',
  'pdv_desconto',
  'pdv_mudar_tabela',
  'pdv_relatorios',
  'caixa_operar',
  'caixa_dinheiro',
  'caixa_desconto_total',
  'caixa_remove_servico',
  'caixa_cliente_limite',
  'caixa_sangria',
  'caixa_suprimento',
  'caixa_pagamento',
  'caixa_correntista',
  'caixa_correntista_recebimento',
  'caixa_correntista_vale',
  'caixa_correntista_devolucao',
  'caixa_crediario',
  'caixa_crediario_recebimento',
  'caixa_consumo',
  'caixa_perda',
  'caixa_extravio',
  'caixa_abrir_gaveta',
  'caixa_devolucao',
  'caixa_cancelar_venda',
  'caixa_pedidos_pagos',
  'caixa_conferir',
]

describe('who may, as the specification says', () => {
  test.each([
    'parceiros',
    'Contador',
    'impostos',
    'impressoras',
    'unidades',
    'moedas',
    'comandas',
    'Comanda_local',
    'equipamentos',
  ])('cadastros_ver opens %s', name => expect(register(name).access.see).toBe('cadastros_ver'))
  test.each(['moeda_Apps', 'moeda_tipos', 'moeda_adquirentes', 'ncms', 'cests', 'lojas'])('only ADMIN sees %s', name =>
    expect(register(name).access.see).toBe('admin'),
  )
  test.each(['produtos', 'grupos', 'pergunta', 'pergunta_resposta', 'produtoCombos', 'produtoPontes'])(
    'the menu’s flags rule %s',
    name =>
      expect(register(name).access).toEqual({
        see: 'cardapio_ver',
        create: 'cardapio_criar',
        change: 'cardapio_editar',
        remove: 'cardapio_excluir',
      }),
  )
  test('the 41 flags of a store’s user, whatever an implementer adds', () => {
    expect(shippedFlags).toHaveLength(41)
    expect(model.flags.map(({ name }) => name)).toEqual(expect.arrayContaining([...shippedFlags]))
  })
  test('mass change and links are for who may edit', () => {
    expect(register('produtosAlteracao').access.see).toBe('cardapio_editar')
    expect(register('pergunta').views.actions.find(({ does }) => 'link' in does)?.gate).toBe('cardapio_editar')
    expect(register('produtos').views.actions.find(({ does }) => 'images' in does)?.gate).toBe('cardapio_editar')
    expect(register('produtos').views.actions.find(({ does }) => 'matrix' in does)).toMatchObject({
      gate: 'cardapio_editar',
      visibleWhen: 'user.stores > 1',
    })
  })
})
