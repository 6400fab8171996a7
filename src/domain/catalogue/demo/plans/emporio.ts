import type { ProductGroupPlan, QuestionPlan } from './productGroupPlan.ts'

/** Empório Serra Azul: groceries, cold cuts by weight, wines. */
export const emporioGroups: readonly ProductGroupPlan[] = [
  {
    nome: 'Queijos e frios',
    categoria: 'Balcão',
    cor: '#f1c40f',
    tax: 'revenda',
    ncm: '04069020',
    unit: 'KG',
    cost: 0.64,
    scale: true,
    from: 1001,
    lines: `
Queijo Minas Frescal|44.90|04061090
Queijo Minas Padrão|62.90
Queijo Mussarela Fatiado|59.90|04061010
Queijo Prato Fatiado|61.90
Queijo Provolone|84.90
Queijo Parmesão Peça|119.90
Queijo Canastra Meia Cura|109.90
Queijo Coalho|64.90
Queijo Gorgonzola|98.90
Queijo Brie|139.90
Ricota Fresca|36.90|04061090
Requeijão de Corte|72.90|04063000
Presunto Cozido Fatiado|42.90|16010000
Peito de Peru Fatiado|64.90|16010000
Salame Italiano|94.90|16010000
Mortadela Defumada|38.90|16010000
Copa Fatiada|139.90|02101900
Presunto Parma|289.90|02101900
Bacon em Peça|49.90|02101200
Linguiça Artesanal de Pernil|46.90|16010000
Carne Seca|79.90|02102000`,
  },
  {
    nome: 'Mercearia',
    categoria: 'Mercearia',
    cor: '#7d6608',
    tax: 'revenda',
    ncm: '21069090',
    unit: 'UN',
    cost: 0.68,
    ean: true,
    from: 1101,
    lines: `
Arroz Agulhinha Tipo 1 5 kg|32.90|10063021
Arroz Arbóreo 1 kg|28.90|10063021
Feijão Carioca 1 kg|9.90|07133399
Feijão Preto 1 kg|10.90|07133399
Açúcar Refinado 1 kg|5.49|17019900
Sal Marinho 1 kg|4.90|25010020
Farinha de Trigo 1 kg|6.90|11010010
Fubá Mimoso 1 kg|6.50|11022000
Óleo de Soja 900 ml|8.49|15079011
Azeite Extra Virgem 500 ml|54.90|15099010
Azeite Português 500 ml|62.90|15099010
Vinagre Balsâmico 500 ml|24.90|22090000
Vinagre de Maçã 750 ml|12.90|22090000
Espaguete Grano Duro 500 g|9.90|19021900|1704900
Penne Grano Duro 500 g|9.90|19021900|1704900
Molho de Tomate 340 g|6.90|21032010
Passata de Tomate 680 g|18.90|21032010
Mostarda de Dijon 200 g|27.90|21033021
Maionese 500 g|13.90|21039011
Páprica Defumada 50 g|14.90|09042200
Ervas Finas 20 g|9.90|09109900
Azeitona Verde 500 g|19.90|20057000
Palmito Pupunha 300 g|34.90|20059900
Mel Silvestre 500 g|39.90|04090000
Café Torrado Especial 250 g|36.90|09012100
Café Torrado em Grãos 1 kg|94.90|09012100
Chá Preto 20 saquinhos|15.90|09024000|1709700
Leite Integral UHT 1 L|6.90|04012010
Creme de Leite Fresco 500 ml|18.90|04015021
Manteiga com Sal 200 g|16.90|04051000
Iogurte Natural 170 g|6.50|04039000
Queijo Parmesão Ralado 100 g|17.90|04062000
Ovos Caipiras 10 unidades|16.90|04072100
Grão-de-Bico Cozido 300 g|14.90|20059900
Funghi Secchi 50 g|32.90
Tomate Seco 200 g|24.90|20059900
Pimenta Biquinho 150 g|18.90|20059900`,
  },
  {
    nome: 'Pães e biscoitos',
    categoria: 'Padaria',
    cor: '#ba4a00',
    tax: 'revenda',
    ncm: '19059090',
    cest: '1706200',
    unit: 'UN',
    cost: 0.58,
    from: 1201,
    lines: `
Pão de Fermentação Natural|28.90
Pão Italiano|22.90
Baguete|12.90
Focaccia de Alecrim|24.90
Pão de Forma Artesanal|19.90
Pão de Azeitona|26.90
Brioche|24.90
Bolo de Fubá|29.90
Bolo de Cenoura com Chocolate|36.90
Torrada Artesanal 150 g|16.90|19054000
Biscoito de Polvilho 200 g|13.90
Biscoito Amanteigado 250 g|21.90|19053100|1705300
Cookie de Chocolate|9.90|19053100|1705300
Sequilhos de Coco 200 g|14.90|19053100|1705300
Grissini 150 g|15.90|19054000`,
  },
  {
    nome: 'Doces e chocolates',
    categoria: 'Mercearia',
    cor: '#943126',
    tax: 'st',
    ncm: '18069000',
    cest: '1700400',
    unit: 'UN',
    cost: 0.6,
    ean: true,
    from: 1301,
    lines: `
Chocolate 70% Cacau 80 g|24.90|18063210|1700300
Chocolate ao Leite 80 g|19.90|18063210|1700300
Chocolate Branco com Pistache 80 g|32.90
Trufa Tradicional|7.90
Bombom de Cereja|8.90
Caixa de Bombons 200 g|49.90
Doce de Leite 400 g|26.90|21069090
Geleia de Morango 300 g|24.90|20079990
Geleia de Pimenta 300 g|26.90|20079990
Goiabada Cascão 500 g|22.90|20079990
Paçoca Artesanal 200 g|15.90|17049020
Bala de Coco 150 g|17.90|17049020
Sorvete de Creme 1 L|34.90|21050010|2300100
Sorvete de Pistache 1 L|46.90|21050010|2300100
Castanha de Caju 200 g|36.90|08013200
Alfajor Artesanal|9.90
Brownie Recheado|12.90|19059090`,
  },
  {
    nome: 'Adega',
    categoria: 'Bebidas',
    cor: '#5b2c6f',
    tax: 'st',
    ncm: '22042100',
    cest: '0202400',
    unit: 'GF',
    cost: 0.62,
    alcohol: true,
    ean: true,
    from: 1401,
    questions: ['Embalar para presente?'],
    lines: `
Vinho Tinto Malbec Reserva|89.90
Vinho Tinto Cabernet Sauvignon|64.90
Vinho Tinto Carménère|59.90
Vinho Tinto Pinot Noir|94.90
Vinho Tinto Tannat Gaúcho|79.90
Vinho Tinto Douro|109.90
Vinho Tinto Rioja Crianza|129.90
Vinho Branco Sauvignon Blanc|69.90
Vinho Branco Alvarinho|99.90
Vinho Verde|74.90
Vinho Rosé Provence|139.90
Vinho do Porto Tawny|149.90
Espumante Moscatel|54.90
Espumante Brut Rosé|69.90
Champagne Brut|389.90
Vermute Rosso|64.90|22051000|0201700
Uísque 12 Anos|189.90|22083020|0201600
Gim Artesanal Nacional|119.90|22085000|0200800
Vodca Premium|99.90|22086000|0201800
Cachaça Envelhecida|84.90|22084000|0200400
Licor de Jabuticaba|59.90|22087000|0201000
Vinho Laranja Natural|119.90
Espumante Nature|89.90`,
  },
  {
    nome: 'Bebidas do empório',
    categoria: 'Bebidas',
    cor: '#1f618d',
    tax: 'st',
    ncm: '22021000',
    cest: '0301100',
    unit: 'UN',
    cost: 0.66,
    ean: true,
    from: 1501,
    lines: `
Água Mineral 1,5 L|5.90|22011000|0300300
Água Mineral com Gás 500 ml|4.90|22011000|0300300
Água San Pellegrino 750 ml|29.90|22011000|0300100
Refrigerante Cola 2 L|12.90|22021000|0301000
Refrigerante Guaraná 2 L|10.90|22021000|0301000
Água Tônica Premium 200 ml|11.90
Ginger Ale 200 ml|11.90
Suco de Uva Integral 1 L|24.90|20098990|1711200
Suco de Maçã Integral 1 L|22.90|20098990|1711200
Kombucha de Gengibre 355 ml|17.90|22029900|1711100
Cerveja Artesanal IPA 500 ml|26.90|22030000|0302100
Cerveja Artesanal Pilsen 500 ml|21.90|22030000|0302100
Cerveja Artesanal Weiss 500 ml|24.90|22030000|0302100
Cerveja Artesanal Stout 500 ml|28.90|22030000|0302100
Energético 250 ml|9.90|22029900|0301300
Água de Coco 1 L|18.90|20098990|1711200
Chá Gelado Pêssego 1,5 L|13.90|22029900|1711100`,
  },
]

export const emporioQuestions: readonly QuestionPlan[] = [
  {
    descricao: 'Embalar para presente?',
    min: 0,
    max: 1,
    answers: [
      ['Papel de presente', 8],
      ['Caixa de madeira', 39.9],
    ],
  },
]
