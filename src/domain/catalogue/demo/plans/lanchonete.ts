import type { ProductGroupPlan, QuestionPlan } from './productGroupPlan.ts'

/** Lanches da Praça: burgers, savouries and juices at the counter. */
export const lanchoneteGroups: readonly ProductGroupPlan[] = [
  {
    nome: 'Hambúrgueres',
    categoria: 'Lanches',
    cor: '#a04000',
    tax: 'refeicao',
    ncm: '16025000',
    unit: 'UN',
    printer: 'Chapa',
    cost: 0.36,
    from: 1,
    questions: ['Ponto da carne?', 'Turbinar o lanche?', 'Deseja retirar algo?'],
    lines: `
X-Burger|24.90
X-Salada|26.90
X-Egg|27.90
X-Bacon|29.90
X-Calabresa|28.90
X-Frango|27.90|16023220
X-Tudo|36.90
X-Picanha|39.90
Smash Simples|22.90
Smash Duplo|29.90
Smash Triplo|36.90
Burger Costela com Cheddar|38.90
Burger Gorgonzola|37.90
Burger Onion Rings|35.90
Burger Vegetariano de Grão-de-Bico|33.90|21069090
Burger de Falafel|32.90|21069090
Burger Australiano|38.90
Burger Barbecue|36.90
Burger Kids|19.90
Chicken Crispy|31.90|16023220
Chicken Parmegiana|34.90|16023220
Fish Burger|35.90|03049900`,
  },
  {
    nome: 'Sanduíches e tostex',
    categoria: 'Lanches',
    cor: '#b9770e',
    tax: 'refeicao',
    ncm: '19059090',
    unit: 'UN',
    printer: 'Chapa',
    cost: 0.34,
    from: 41,
    questions: ['Deseja retirar algo?'],
    lines: `
Misto Quente|14.90
Misto no Pão de Forma Integral|15.90
Bauru Tradicional|22.90
Americano|24.90
Queijo Quente|13.90
Pão na Chapa|6.90
Pão na Chapa com Requeijão|9.90
Pão com Ovo|10.90
Sanduíche Natural de Frango|18.90
Sanduíche Natural de Atum|19.90
Beirute de Rosbife|38.90
Beirute de Frango|35.90
Hot Dog Simples|15.90
Hot Dog Completo|21.90
Hot Dog Duplo|25.90
Tapioca de Queijo Coalho|17.90
Tapioca de Frango com Catupiry|21.90
Tapioca de Coco com Leite Condensado|18.90
Crepioca de Queijo Branco|19.90
Wrap de Frango|24.90`,
  },
  {
    nome: 'Salgados',
    labelDays: 1,
    categoria: 'Lanches',
    cor: '#ca6f1e',
    tax: 'refeicao',
    ncm: '19059090',
    cest: '1703100',
    unit: 'UN',
    cost: 0.38,
    from: 81,
    lines: `
Coxinha de Frango|8.90
Coxinha de Frango com Catupiry|9.90
Coxinha de Costela|11.90
Coxinha Vegana de Jaca|10.90
Empada de Frango|9.50
Empada de Palmito|9.90
Esfiha de Carne|8.50
Esfiha de Queijo|8.50
Kibe Frito|8.90
Bolinha de Queijo|8.50
Risole de Presunto e Queijo|8.50
Enroladinho de Salsicha|7.90
Pastel de Carne|12.90
Pastel de Queijo|12.90
Pastel de Palmito|13.90
Pastel Especial|17.90
Croissant de Presunto e Queijo|13.90
Pão de Queijo Unidade|5.50
Pão de Queijo Recheado|10.90
Torta de Frango Fatia|14.90
Quiche de Alho-Poró|15.90
Porção de Mini Salgados 20 un.|34.90`,
  },
  {
    nome: 'Porções e combos de mesa',
    categoria: 'Comidas',
    cor: '#117864',
    tax: 'refeicao',
    ncm: '20041000',
    unit: 'POR',
    printer: 'Cozinha',
    cost: 0.35,
    from: 121,
    lines: `
Batata Frita Pequena|16.90
Batata Frita Média|24.90
Batata Frita Grande|33.90
Batata com Cheddar e Bacon|42.90
Anéis de Cebola|29.90
Mandioca Frita|28.90
Isca de Frango|44.90|16023220
Isca de Peixe|52.90|03049900
Calabresa Acebolada|39.90|16010000
Nuggets 10 unidades|26.90|16023220
Prato Feito de Frango Grelhado|32.90|21069090
Prato Feito de Bife Acebolado|36.90|21069090
Prato Feito de Omelete|28.90|21069090
Salada Completa|27.90|21069090
Açaí 300 ml|19.90|20089900
Açaí 500 ml|26.90|20089900
Açaí 700 ml|34.90|20089900
Açaí na Tigela com Granola|29.90|20089900
Prato Feito de Strogonoff|35.90|21069090
Prato Feito de Parmegiana|39.90|21069090
Caldo Verde|19.90|21069090
Caldo de Mandioca com Carne Seca|22.90|21069090`,
    questions: ['Complementos do açaí?'],
  },
  {
    nome: 'Sucos, vitaminas e cafés',
    categoria: 'Bebidas',
    cor: '#d4ac0d',
    tax: 'refeicao',
    ncm: '20098990',
    unit: 'UN',
    printer: 'Balcão',
    cost: 0.29,
    from: 161,
    questions: ['Com açúcar?'],
    lines: `
Suco de Laranja 300 ml|10.90|20091200
Suco de Laranja 500 ml|14.90|20091200
Suco de Abacaxi com Hortelã|12.90
Suco de Maracujá|12.90
Suco de Morango|13.90
Suco de Acerola|11.90
Suco de Melancia|11.90
Suco Verde Detox|14.90
Limonada Suíça|12.90
Vitamina de Banana com Aveia|14.90
Vitamina de Mamão|14.90
Vitamina de Abacate|16.90
Milk-shake de Chocolate|21.90|21050010
Milk-shake de Morango|21.90|21050010
Milk-shake de Ovomaltine|24.90|21050010
Café Expresso|6.50|09012100
Café Coado|4.50|09012100
Pingado|6.90|09012100
Cappuccino|11.90|09012100
Chocolate Quente|13.90|18069000
Chá Quente|6.90|09024000
Chá Gelado da Casa|9.90|22029900`,
  },
  {
    nome: 'Bebidas geladas',
    categoria: 'Bebidas',
    cor: '#2471a3',
    tax: 'st',
    ncm: '22021000',
    cest: '0301100',
    unit: 'UN',
    cost: 0.46,
    ean: true,
    from: 201,
    lines: `
Coca-Cola Lata|7.50
Coca-Cola Zero Lata|7.50
Coca-Cola 600 ml|9.90|22021000|0301000
Guaraná Antarctica Lata|7.00
Guaraná Antarctica 600 ml|9.50|22021000|0301000
Fanta Uva Lata|7.00
Fanta Laranja Lata|7.00
Sprite Lata|7.00
Soda Limonada Lata|7.00
Schweppes Citrus Lata|7.90
Água sem Gás|4.50|22011000|0300300
Água com Gás|5.00|22011000|0300300
Água de Coco 330 ml|9.90|20098990|1711200
Red Bull 250 ml|16.90|22029900|0301300
Monster 473 ml|18.90|22029900|0301300
Gatorade Limão|11.90|22029900|0301500
Mate Leão Limão|8.90|22029900|1711100
Del Valle Uva Lata|8.50|22029900|1711200
Cerveja Brahma Lata|8.90|22030000|0302100
Cerveja Skol Lata|8.50|22030000|0302100
Cerveja Heineken Long Neck Gelada|13.90|22030000|0302100`,
  },
]

export const lanchoneteQuestions: readonly QuestionPlan[] = [
  {
    descricao: 'Ponto da carne?',
    min: 1,
    max: 1,
    answers: [
      ['Mal passada', 0],
      ['Ao ponto', 0],
      ['Bem passada', 0],
    ],
  },
  {
    descricao: 'Turbinar o lanche?',
    min: 0,
    max: 5,
    repeat: true,
    answers: [
      ['Hambúrguer extra', 9.9],
      ['Bacon', 5.5],
      ['Ovo', 3.5],
      ['Cheddar', 4.5],
      ['Catupiry', 5],
      ['Cebola caramelizada', 4],
    ],
  },
  {
    descricao: 'Deseja retirar algo?',
    min: 0,
    max: 4,
    answers: [
      ['Sem cebola', 0],
      ['Sem tomate', 0],
      ['Sem alface', 0],
      ['Sem maionese', 0],
    ],
  },
  {
    descricao: 'Complementos do açaí?',
    min: 0,
    max: 3,
    answers: [
      ['Granola', 0],
      ['Banana', 0],
      ['Leite em pó', 2.5],
      ['Leite condensado', 2.5],
      ['Morango', 4],
      ['Paçoca', 2],
    ],
  },
  {
    descricao: 'Com açúcar?',
    min: 0,
    max: 1,
    answers: [
      ['Sem açúcar', 0],
      ['Com açúcar', 0],
      ['Com adoçante', 0],
    ],
  },
]
