import type { ProductGroupPlan, QuestionPlan } from './productGroupPlan.ts'

const pizza = {
  categoria: 'Pizzas',
  pizza: true,
  tax: 'refeicao',
  ncm: '19059090',
  unit: 'UN',
  printer: 'Forno',
  cost: 0.31,
} as const

/** Cantina Bella Massa: pizzas, pastas and drinks at table. */
export const pizzariaGroups: readonly ProductGroupPlan[] = [
  {
    ...pizza,
    nome: 'Pizzas tradicionais',
    cor: '#c0392b',
    from: 101,
    questions: ['Qual borda?', 'Algum adicional?', 'Retirar algum ingrediente?'],
    lines: `
Pizza de Mussarela|52.90
Pizza de Calabresa|54.90
Pizza Margherita|56.90
Pizza Portuguesa|62.90
Pizza Napolitana|57.90
Pizza de Frango com Catupiry|63.90
Pizza de Atum|64.90
Pizza de Alho e Óleo|51.90
Pizza de Milho com Bacon|59.90
Pizza de Presunto e Queijo|55.90
Pizza Toscana|58.90
Pizza Baiana|60.90
Pizza Caipira|62.90
Pizza de Palmito|63.90
Pizza de Escarola com Aliche|64.90
Pizza Vegetariana|59.90
Pizza de Lombo Canadense|62.90
Pizza Bauru|57.90
Pizza de Catupiry|56.90
Pizza Dois Queijos|57.90
Pizza Três Queijos|60.90
Pizza Quatro Queijos|64.90
Pizza de Brócolis com Bacon|62.90
Pizza de Rúcula com Tomate Seco|63.90
Pizza de Aliche|66.90
Broto de Mussarela|34.90
Broto de Calabresa|35.90`,
  },
  {
    ...pizza,
    nome: 'Pizzas especiais',
    cor: '#8e44ad',
    from: 151,
    questions: ['Qual borda?', 'Algum adicional?', 'Retirar algum ingrediente?'],
    lines: `
Pizza de Parma com Rúcula|79.90
Pizza de Burrata com Tomate Assado|84.90
Pizza de Carne Seca com Cream Cheese|74.90
Pizza de Camarão ao Alho|92.90
Pizza de Pepperoni Artesanal|72.90
Pizza de Gorgonzola com Pera|73.90
Pizza de Brie com Damasco|78.90
Pizza de Costela Desfiada|76.90
Pizza de Shimeji na Manteiga|71.90
Pizza de Salmão Defumado|89.90
Pizza de Abobrinha com Parmesão|66.90
Pizza de Bacalhau à Moda da Casa|94.90
Pizza de Filé com Cheddar|79.90
Pizza da Casa Bella Massa|82.90
Pizza de Cogumelos Trufados|88.90
Pizza Meio a Meio Premium|83.90`,
  },
  {
    ...pizza,
    nome: 'Pizzas doces',
    cor: '#d35400',
    from: 191,
    lines: `
Pizza de Chocolate ao Leite|58.90
Pizza de Chocolate com Morango|64.90
Pizza de Banana com Canela|54.90
Pizza Romeu e Julieta|57.90
Pizza de Doce de Leite com Coco|59.90
Pizza de Prestígio|60.90
Pizza de Brigadeiro|59.90
Pizza de Nutella com Ninho|72.90
Pizza Sensação|63.90
Calzone de Chocolate|48.90`,
  },
  {
    nome: 'Entradas e porções',
    categoria: 'Comidas',
    cor: '#16a085',
    tax: 'refeicao',
    ncm: '21069090',
    unit: 'POR',
    printer: 'Cozinha',
    cost: 0.33,
    from: 301,
    questions: ['Alguma observação?'],
    lines: `
Bruschetta Clássica|32.90|19059090
Bruschetta de Parma|42.90|19059090
Carpaccio de Carne|54.90|16025000
Burrata com Pesto|68.90|04061090
Antepasto de Berinjela|29.90|20059900
Tábua de Frios Pequena|69.90
Tábua de Frios Grande|119.90
Bolinho de Mussarela|38.90
Polenta Frita com Parmesão|34.90
Batata Frita com Alecrim|36.90|20041000
Lula à Dorê|72.90|03049900
Camarão Empanado|89.90|03049900
Caponata Siciliana|31.90|20059900
Pão de Calabresa|28.90|19059090
Pão de Alho Gratinado|26.90|19059090
Couvert da Casa|14.90|19059090
Salada Caprese|39.90
Salada Caesar com Frango|44.90
Salada Italiana|36.90`,
  },
  {
    nome: 'Massas e risotos',
    categoria: 'Comidas',
    cor: '#f39c12',
    tax: 'refeicao',
    ncm: '19022000',
    unit: 'POR',
    printer: 'Cozinha',
    cost: 0.34,
    from: 351,
    questions: ['Qual molho?', 'Alguma observação?'],
    lines: `
Espaguete à Bolonhesa|52.90
Espaguete ao Alho e Óleo|44.90
Espaguete à Carbonara|58.90
Espaguete com Frutos do Mar|89.90
Fettuccine ao Molho Alfredo|57.90
Fettuccine com Camarão|84.90
Nhoque ao Sugo|48.90
Nhoque aos Quatro Queijos|56.90
Lasanha à Bolonhesa|59.90
Lasanha de Berinjela|54.90
Canelone de Ricota com Espinafre|55.90
Rondelli de Presunto e Queijo|56.90
Ravióli de Mussarela de Búfala|62.90
Capeletti de Carne ao Brodo|57.90
Penne à Arrabbiata|46.90
Rigatoni com Ragu de Costela|66.90
Risoto de Funghi|68.90|10063021
Risoto de Camarão|86.90|10063021
Risoto de Limão Siciliano|62.90|10063021
Risoto Caprese|59.90|10063021`,
  },
  {
    nome: 'Sobremesas da cantina',
    categoria: 'Sobremesas',
    cor: '#e84393',
    tax: 'refeicao',
    ncm: '21069090',
    unit: 'POR',
    printer: 'Cozinha',
    cost: 0.3,
    from: 401,
    lines: `
Tiramisù|34.90
Panna Cotta com Frutas Vermelhas|28.90
Cannoli Siciliano|22.90|19059090
Petit Gâteau com Sorvete|32.90|19059090
Pudim de Leite|18.90
Mousse de Chocolate|19.90|18069000
Affogato|24.90|21050010
Gelato Duas Bolas|21.90|21050010
Torta de Limão Siciliano|23.90|19059090
Salada de Frutas|16.90|20089900`,
  },
  {
    nome: 'Bebidas da cantina',
    categoria: 'Bebidas',
    cor: '#2980b9',
    tax: 'st',
    ncm: '22021000',
    cest: '0301100',
    unit: 'UN',
    printer: 'Bar',
    cost: 0.42,
    ean: true,
    from: 501,
    questions: ['Gelo e limão?'],
    lines: `
Coca-Cola Lata 350 ml|8.50
Coca-Cola Zero Lata 350 ml|8.50
Guaraná Antarctica Lata 350 ml|8.00
Guaraná Zero Lata 350 ml|8.00
Fanta Laranja Lata 350 ml|8.00
Sprite Lata 350 ml|8.00
Coca-Cola 2 Litros|18.90|22021000|0301000
Guaraná Antarctica 2 Litros|16.90|22021000|0301000
Água Mineral sem Gás 510 ml|5.90|22011000|0300300
Água Mineral com Gás 510 ml|6.50|22011000|0300300
Água Tônica Lata 350 ml|8.50
H2OH Limão 500 ml|9.50|22021000|0300700
Suco de Uva Integral 300 ml|12.90|20098990|1711200
Cerveja Brahma Long Neck|12.90|22030000|0302100
Cerveja Heineken Long Neck|14.90|22030000|0302100
Cerveja Stella Artois Long Neck|14.90|22030000|0302100
Cerveja Original 600 ml|21.90|22030000|0302100
Cerveja Heineken 600 ml|24.90|22030000|0302100
Chope Pilsen 300 ml|11.90|22030000|0302300
Chope de Vinho 300 ml|14.90|22030000|0302300`,
  },
  {
    nome: 'Vinhos e drinques',
    categoria: 'Bebidas',
    cor: '#6c3483',
    tax: 'st',
    ncm: '22042100',
    cest: '0202400',
    unit: 'UN',
    printer: 'Bar',
    cost: 0.45,
    alcohol: true,
    from: 551,
    lines: `
Vinho Tinto da Casa Taça|24.90
Vinho Branco da Casa Taça|24.90
Vinho Chianti Garrafa|169.90
Vinho Primitivo Garrafa|149.90
Vinho Malbec Argentino Garrafa|119.90
Vinho Carménère Chileno Garrafa|99.90
Vinho Cabernet Nacional Garrafa|84.90
Vinho Chardonnay Garrafa|104.90
Espumante Brut Nacional|94.90
Prosecco Italiano|139.90
Aperol Spritz|36.90|22087000|0201000
Negroni|38.90|22085000|0200800
Gin Tônica|34.90|22085000|0200800
Caipirinha de Limão|26.90|22084000|0200400
Caipiroska de Morango|29.90|22086000|0201800
Limoncello Dose|19.90|22087000|0201000
Grappa Dose|24.90|22084000|0200400`,
  },
]

export const pizzariaQuestions: readonly QuestionPlan[] = [
  {
    descricao: 'Qual borda?',
    min: 0,
    max: 1,
    answers: [
      ['Sem borda recheada', 0],
      ['Borda de Catupiry', 12.9],
      ['Borda de Cheddar', 11.9],
      ['Borda de Cream Cheese', 13.9],
      ['Borda de Chocolate', 14.9],
    ],
  },
  {
    descricao: 'Algum adicional?',
    min: 0,
    max: 4,
    repeat: true,
    answers: [
      ['Mussarela extra', 9],
      ['Bacon', 8],
      ['Calabresa', 8],
      ['Catupiry', 9.5],
      ['Azeitona', 4],
      ['Champignon', 8.5],
      ['Parma', 16],
    ],
  },
  {
    descricao: 'Retirar algum ingrediente?',
    min: 0,
    max: 5,
    answers: [
      ['Sem cebola', 0],
      ['Sem azeitona', 0],
      ['Sem tomate', 0],
      ['Sem orégano', 0],
    ],
  },
  {
    descricao: 'Qual molho?',
    min: 1,
    max: 1,
    answers: [
      ['Sugo', 0],
      ['Bolonhesa', 6],
      ['Quatro queijos', 8],
      ['Pesto', 8],
    ],
  },
  {
    descricao: 'Alguma observação?',
    min: 0,
    max: 2,
    answers: [
      ['Para compartilhar', 0],
      ['Sem sal', 0],
      ['Trazer junto com o prato principal', 0],
    ],
  },
  {
    descricao: 'Gelo e limão?',
    min: 0,
    max: 2,
    answers: [
      ['Com gelo', 0],
      ['Com limão', 0],
      ['Copo sem gelo', 0],
    ],
  },
]
