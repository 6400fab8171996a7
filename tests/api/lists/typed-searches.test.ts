import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '../../../src/domain/demo/loadDemo.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let owner: string

beforeAll(async () => {
  server = await openServer()
  await loadDemo(server.context.service, new Date('2026-11-20T12:00:00Z'))
  owner = (await server.call('', 'POST', '/api/users/login', { email: 'dono@demo.com.br', password: 'demo1234' })).json().id
}, 90_000)

afterAll(() => server?.close())

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
const labels = { produtos: 'desc_prod', parceiros: 'nome_fantasia', grupos: 'nome', unidades: 'nome' } as const
type Register = keyof typeof labels

const search = async (register: Register, q: string, more: object = {}) => {
  const filter = encodeURIComponent(JSON.stringify({ limit: 25, ...more }))
  const text = q === '' ? '' : `&q=${encodeURIComponent(q)}`
  const reply = await server.call(owner, 'GET', `/api/${register}/list?lojaId=1&filter=${filter}${text}`)
  expect(reply.statusCode, reply.body).toBe(200)
  const rows: readonly Row[] = reply.json()
  const names = rows.map(row => String(row[labels[register]]))
  return { rows, names, count: Number(reply.headers['content-count']), like: reply.headers['content-match'] === 'like' }
}

/** Typed texts, and the record that people mean: names by some of their words, numbers, units, without accents, a letter wrong. */
const typed: Readonly<Record<Register, string>> = {
  produtos: `
    agua sem gas = Água Mineral sem Gás 510 ml; água com gás = Água Mineral com Gás 510 ml; agua com = Água Mineral com Gás 510 ml
    agua tonica = Água Tônica Lata 350 ml; agua mineral sem = Água Mineral sem Gás 510 ml; tonica lata = Água Tônica Lata 350 ml
    pizza 4 queijos = Pizza Quatro Queijos; 4 queijos = Pizza Quatro Queijos; quatro queijos = Pizza Quatro Queijos; pizza quatro queijos = Pizza Quatro Queijos
    pizza dois queijos = Pizza Dois Queijos; pizza três queijos = Pizza Três Queijos; pizza tres = Pizza Três Queijos
    nhoque quatro = Nhoque aos Quatro Queijos; nhoque aos quatro queijos = Nhoque aos Quatro Queijos; nhoque sugo = Nhoque ao Sugo
    coca 2 l = Coca-Cola 2 Litros; coca 2l = Coca-Cola 2 Litros; coca cola 2 litros = Coca-Cola 2 Litros; coca-cola lata = Coca-Cola Lata 350 ml
    coca zero = Coca-Cola Zero Lata 350 ml; coca 350ml = Coca-Cola Lata 350 ml; coca 350 ml = Coca-Cola Lata 350 ml; cocacola = Coca-Cola 2 Litros
    guarana 2 litros = Guaraná Antarctica 2 Litros; guarana 2l = Guaraná Antarctica 2 Litros; guarana zero = Guaraná Zero Lata 350 ml
    guarana lata = Guaraná Zero Lata 350 ml|Guaraná Antarctica Lata 350 ml; guaraná antarctica lata = Guaraná Antarctica Lata 350 ml
    heineken 600 = Cerveja Heineken 600 ml; heineken long = Cerveja Heineken Long Neck; heineken 600ml = Cerveja Heineken 600 ml
    cerveja original = Cerveja Original 600 ml; brahma = Cerveja Brahma Long Neck; stela artois = Cerveja Stella Artois Long Neck
    chope vinho = Chope de Vinho 300 ml; chope de vinho = Chope de Vinho 300 ml; chope pilsen 300 = Chope Pilsen 300 ml; chopp pilsen = Chope Pilsen 300 ml
    suco de uva = Suco de Uva Integral 300 ml; suco uva 300ml = Suco de Uva Integral 300 ml; h2oh = H2OH Limão 500 ml; h2oh limao = H2OH Limão 500 ml
    sprite = Sprite Lata 350 ml; fanta = Fanta Laranja Lata 350 ml; fanta laranja = Fanta Laranja Lata 350 ml; gin tonica = Gin Tônica
    broto calabresa = Broto de Calabresa; broto de mussarela = Broto de Mussarela; pizza calabresa = Pizza de Calabresa; pao calabresa = Pão de Calabresa
    pizza mussarela = Pizza de Mussarela; pizza de mussarela = Pizza de Mussarela; bolinho mussarela = Bolinho de Mussarela; insumo mussarela = Insumo: mussarela
    ravioli = Ravióli de Mussarela de Búfala; mussarela de bufala = Ravióli de Mussarela de Búfala; portuguesa = Pizza Portuguesa; pizza portugesa = Pizza Portuguesa
    pizza marguerita = Pizza Margherita; margherita = Pizza Margherita; napolitana = Pizza Napolitana; napoltana = Pizza Napolitana; pizza atum = Pizza de Atum
    frango catupiry = Pizza de Frango com Catupiry; frango com catupiry = Pizza de Frango com Catupiry; pizza catupiry = Pizza de Catupiry
    frango catupiri = Pizza de Frango com Catupiry; milho bacon = Pizza de Milho com Bacon; brocolis = Pizza de Brócolis com Bacon
    presunto e queijo = Pizza de Presunto e Queijo; pizza presunto = Pizza de Presunto e Queijo; rondelli = Rondelli de Presunto e Queijo; rondeli = Rondelli de Presunto e Queijo
    alho e oleo = Pizza de Alho e Óleo; espaguete alho = Espaguete ao Alho e Óleo; espagueti alho = Espaguete ao Alho e Óleo; pao de alho = Pão de Alho Gratinado
    camarao ao alho = Pizza de Camarão ao Alho; pizza camarao = Pizza de Camarão ao Alho; risoto camarao = Risoto de Camarão; rizoto de camarao = Risoto de Camarão
    fettuccine camarao = Fettuccine com Camarão; fetuccine alfredo = Fettuccine ao Molho Alfredo; camarao empanado = Camarão Empanado
    lasanha = Lasanha à Bolonhesa; lazanha = Lasanha à Bolonhesa; lasanha berinjela = Lasanha de Berinjela; lasanha bolonhesa = Lasanha à Bolonhesa
    espaguete bolonhesa = Espaguete à Bolonhesa; carbonara = Espaguete à Carbonara; frutos do mar = Espaguete com Frutos do Mar; penne = Penne à Arrabbiata
    petit gateau = Petit Gâteau com Sorvete; tiramisu = Tiramisù; tiramissu = Tiramisù; panna cota = Panna Cotta com Frutas Vermelhas; pudim = Pudim de Leite
    pudim de leite = Pudim de Leite; doce de leite = Pizza de Doce de Leite com Coco; mousse = Mousse de Chocolate; mouse de chocolate = Mousse de Chocolate
    pizza de chocolate = Pizza de Chocolate ao Leite; chocolate com morango = Pizza de Chocolate com Morango; calzone = Calzone de Chocolate
    romeu e julieta = Pizza Romeu e Julieta; romeu julieta = Pizza Romeu e Julieta; nutella = Pizza de Nutella com Ninho; nutela = Pizza de Nutella com Ninho
    salada de frutas = Salada de Frutas; salada caprese = Salada Caprese; risoto caprese = Risoto Caprese; caesar = Salada Caesar com Frango; ceasar = Salada Caesar com Frango
    vinho tinto = Vinho Tinto da Casa Taça; vinho branco taca = Vinho Branco da Casa Taça; malbec = Vinho Malbec Argentino Garrafa; cabernet = Vinho Cabernet Nacional Garrafa
    carmenere = Vinho Carménère Chileno Garrafa; chardonay = Vinho Chardonnay Garrafa; prosecco = Prosecco Italiano; proseco = Prosecco Italiano; negroni = Negroni
    aperol = Aperol Spritz; caipirinha = Caipirinha de Limão; caipiroska = Caipiroska de Morango; caipiroska de morango = Caipiroska de Morango; limoncelo = Limoncello Dose
    combo da casa = Combo da casa; combo dois = Combo para dois; combo para dois = Combo para dois; couvert = Couvert da Casa; cuvert = Couvert da Casa
    tabua de frios pequena = Tábua de Frios Pequena; tabua grande = Tábua de Frios Grande; bruscheta de parma = Bruschetta de Parma; parma rucula = Pizza de Parma com Rúcula
    pizza de parma = Pizza de Parma com Rúcula; burrata = Burrata com Pesto; pizza burrata = Pizza de Burrata com Tomate Assado; batata = Batata Frita com Alecrim
    batata frita = Batata Frita com Alecrim; batta frita = Batata Frita com Alecrim; polenta = Polenta Frita com Parmesão; lula dore = Lula à Dorê; cannoli = Cannoli Siciliano
    farinha 00 = Insumo: farinha de trigo 00; farinha de trigo = Insumo: farinha de trigo 00; ovos = Insumo: ovos; molho de tomate = Insumo: molho de tomate da casa
    510 = Água Mineral com Gás 510 ml; 106 = Pizza de Frango com Catupiry; 900001 = Combo da casa; 507 = Coca-Cola 2 Litros; torta de limao = Torta de Limão Siciliano`,
  parceiros: `
    sofia mendes = Sofia Mendes; sofia m = Sofia Mendes; joao gomes = João Gomes; joão = João Gomes; bruno rocha = Bruno Rocha; gabriel castro = Gabriel Castro
    fabio gomes = Fábio Gomes Batista; fabio castro = Fábio Castro Andrade; paulo costa = Paulo Costa Santos; paulo martins = Paulo Martins Gomes; renato = Renato Silva Santos
    larissa farias = Larissa Farias Ramos; larisa farias = Larissa Farias Ramos; otavio monteiro = Otávio Monteiro Oliveira; patricia = Patrícia Almeida Nascimento
    thiago martins = Thiago Martins Gonçalves; tiago martins = Thiago Martins Gonçalves; valeria ferreira = Valéria Ferreira Gonçalves; yasmin = Yasmin Cardoso Andrade
    gas rapido = Gás Rápido; cafe alto = Café Alto da Mogiana; torrefacao = Café Alto da Mogiana; distribuidora sao jorge = Distribuidora São Jorge; sao jorge = Distribuidora São Jorge
    moinho = Moinho Santa Rita; santa rita = Moinho Santa Rita; laticinios = Laticínios Vale Verde; vale verde = Laticínios Vale Verde; higiene = Higiene Total; hijiene total = Higiene Total
    frigorifico boi = Frigorífico Boi de Ouro; boi de ouro = Frigorífico Boi de Ouro; vinhos do sul = Vinhos do Sul Importadora; prisma = Embalagens Prisma; embalagem prisma = Embalagens Prisma
    hortifruti = Hortifruti Campo Bom; campo bom = Hortifruti Campo Bom; igor souza = Igor Andrade Souza; isabela santos = Isabela Vieira Santos; juliana batista = Juliana Batista
    natalia pinto = Natália Machado Pinto; natalia gomes = Natália Barbosa Gomes; rafaela = Rafaela Cardoso Costa; marcelo = Marcelo Gomes Barbosa; mariana lopes = Mariana Costa Lopes`,
  grupos: `pizzas doces = Pizzas doces; pizza doce = Pizzas doces; bebidas = Bebidas da cantina; vinhos = Vinhos e drinques; entradas = Entradas e porções; sobremesa = Sobremesas da cantina
    massas e risotos = Massas e risotos; massas = Massas e risotos; pizzas especiais = Pizzas especiais; pizzas tradicionais = Pizzas tradicionais; sobremezas = Sobremesas da cantina`,
  unidades: 'por = POR',
}

describe('what people type', () => {
  test('finds the record that they mean first, in 95 of 100 searches', async () => {
    const searches = Object.keys(labels).flatMap(register =>
      typed[register as Register]
        .split(/[;\n]/)
        .map(line => line.split('=').map(part => part.trim()))
        .filter(([q]) => q)
        .map(([q = '', meant = '']) => ({ register: register as Register, q, meant: meant.split('|') })),
    )
    expect(searches.length).toBeGreaterThanOrEqual(200)
    const missed: string[] = []
    for (const { register, q, meant } of searches) {
      const { names } = await search(register, q)
      if (!meant.includes(names[0] ?? '')) missed.push(`${q}: ${names.slice(0, 3).join(' | ') || 'nothing'}`)
    }
    expect(missed.length / searches.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  test('holds all that was typed, short and common words, too, and says so where it does not', async () => {
    for (const q of ['água sem gás', 'agua sem', 'sem gas', 'AGUA  MINERAL\u00a0sem g\u200bás']) {
      const found = await search('produtos', q)
      expect({ q, ...found }).toMatchObject({ names: ['Água Mineral sem Gás 510 ml'], count: 1, like: false })
    }
    const like = await search('produtos', 'agua mineral ssem gas')
    expect(like.like).toBe(true)
    expect(like.names[0]).toBe('Água Mineral sem Gás 510 ml')
    const shown = await server.call(owner, 'GET', `/api/produtos/count?lojaId=1&q=${encodeURIComponent('agua mineral ssem gas')}`)
    expect(shown.json()).toEqual({ count: like.count })
    expect(await search('produtos', 'zzz xxx')).toMatchObject({ names: [], count: 0, like: false })
    // An order that was asked for stays.
    expect((await search('produtos', 'pizza mussarela', { order: ['cod_prod DESC'] })).names[0]).toBe('Pizza de Mussarela')
  })

  test('is ignored while it is shorter than three characters', async () => {
    const all = (await search('produtos', '')).count
    for (const q of ['a', 'zz', ' q ']) expect((await search('produtos', q)).count).toBe(all)
    expect((await search('produtos', 'zzq')).count).toBe(0)
  })

  test('is the same for the page, its next page and the file', async () => {
    const all = (await search('produtos', 'pizza', { limit: 60 })).names
    expect((await search('produtos', 'pizza', { limit: 5, skip: 20 })).names).toEqual(all.slice(20, 25))
    expect((await search('produtos', 'pizza', { limit: 250 })).names.slice(0, 60)).toEqual(all)
  })
})

describe('numbers as they are printed', () => {
  const printedOf = (row: Row): readonly (readonly [string, string])[] => {
    const [tax, phone] = [String(row.cnpj ?? ''), String(row.telefone1 ?? '')]
    const cpf = tax.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    const cnpj = tax.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
    const [, area = '', first = '', last = ''] = /^(\d{2})(\d{4,5})(\d{4})$/.exec(phone) ?? []
    return [
      ...(tax.length === 11 ? [['CPF', cpf] as const] : tax.length === 14 ? [['CNPJ', cnpj] as const] : []),
      ...(phone === ''
        ? []
        : [['phone', `(${area}) ${first}-${last}`] as const, ['phone', `+55 ${area} ${first}-${last}`] as const]),
    ]
  }

  test('find people and companies, in lists and from everywhere', async () => {
    const { rows } = await search('parceiros', '', { limit: 60 })
    const asked = rows.slice(0, 30).flatMap(row => printedOf(row).map(([, q]) => ({ row, q })))
    expect(asked.length).toBeGreaterThan(60)
    for (const { row, q } of asked)
      expect({ q, ids: (await search('parceiros', q)).rows.map(({ id }) => id) }).toEqual({ q, ids: [row.id] })
    for (const { row, q } of asked.slice(0, 15)) {
      const found = (await server.call(owner, 'GET', `/api/buscar?lojaId=1&q=${encodeURIComponent(q)}`)).json()
      const paths = found.slice(0, 2).map(({ path }: { readonly path: string }) => path)
      expect({ q, paths }).toEqual({ q, paths: expect.arrayContaining([`/parceiros/${row.id}`]) })
    }
  })

  test('find what else has a mask: tax codes and keys in groups of four', async () => {
    const admin = (await server.call('', 'POST', '/api/users/login', { email: 'admin@demo.com.br', password: 'demo1234' })).json()
      .id
    const ask = async (path: string, q: string): Promise<readonly Row[]> =>
      (await server.call(admin, 'GET', `/api/${path}?lojaId=1&q=${encodeURIComponent(q)}`)).json()
    expect((await ask('ncms/list', '2203.00.00')).map(({ id }) => id)).toEqual(['22030000'])
    for (const register of ['nfes', 'NFCes']) {
      const filter = encodeURIComponent('{"limit":1,"where":{"chNFe":{"neq":null}}}')
      const [note] = (await server.call(admin, 'GET', `/api/${register}/list?lojaId=1&filter=${filter}`)).json()
      const grouped = String(note.chNFe).replace(/(.{4})(?=.)/g, '$1 ')
      if (register === 'nfes') expect((await ask('nfes/list', grouped)).map(({ id }) => id)).toEqual([note.id])
      expect((await ask('buscar', grouped)).map(({ id }) => id)).toContain(note.id)
    }
  })
})
