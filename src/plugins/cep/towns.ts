/** Municipalities with their ranges of CEP, for the stand-in. */
export interface Town {
  readonly nome: string
  readonly uf: string
  readonly ibge: string
  readonly ddd: string
  readonly from: number
  readonly to: number
}

const town = (nome: string, uf: string, ibge: string, ddd: string, from: number, to: number): Town => ({
  nome,
  uf,
  ibge,
  ddd,
  from: from * 1000,
  to: to * 1000 + 999,
})

export const towns: readonly Town[] = [
  town('São Paulo', 'SP', '3550308', '11', 1000, 5999),
  town('Osasco', 'SP', '3534401', '11', 6000, 6299),
  town('Guarulhos', 'SP', '3518800', '11', 7000, 7399),
  town('São Paulo', 'SP', '3550308', '11', 8000, 8499),
  town('São Bernardo do Campo', 'SP', '3548708', '11', 9600, 9899),
  town('Santos', 'SP', '3548500', '13', 11000, 11099),
  town('São José dos Campos', 'SP', '3549904', '12', 12200, 12248),
  town('Campinas', 'SP', '3509502', '19', 13000, 13139),
  town('Ribeirão Preto', 'SP', '3543402', '16', 14000, 14114),
  town('Sorocaba', 'SP', '3552205', '15', 18000, 18109),
  town('Rio de Janeiro', 'RJ', '3304557', '21', 20000, 23799),
  town('Niterói', 'RJ', '3303302', '21', 24000, 24399),
  town('Vitória', 'ES', '3205309', '27', 29000, 29099),
  town('Belo Horizonte', 'MG', '3106200', '31', 30000, 31999),
  town('Juiz de Fora', 'MG', '3136702', '32', 36000, 36109),
  town('Uberlândia', 'MG', '3170206', '34', 38400, 38415),
  town('Salvador', 'BA', '2927408', '71', 40000, 42499),
  town('Feira de Santana', 'BA', '2910800', '75', 44000, 44149),
  town('Aracaju', 'SE', '2800308', '79', 49000, 49098),
  town('Recife', 'PE', '2611606', '81', 50000, 52999),
  town('Maceió', 'AL', '2704302', '82', 57000, 57099),
  town('João Pessoa', 'PB', '2507507', '83', 58000, 58099),
  town('Natal', 'RN', '2408102', '84', 59000, 59139),
  town('Fortaleza', 'CE', '2304400', '85', 60000, 61599),
  town('Teresina', 'PI', '2211001', '86', 64000, 64099),
  town('São Luís', 'MA', '2111300', '98', 65000, 65109),
  town('Belém', 'PA', '1501402', '91', 66000, 66999),
  town('Macapá', 'AP', '1600303', '96', 68900, 68911),
  town('Manaus', 'AM', '1302603', '92', 69000, 69099),
  town('Boa Vista', 'RR', '1400100', '95', 69300, 69339),
  town('Rio Branco', 'AC', '1200401', '68', 69900, 69923),
  town('Brasília', 'DF', '5300108', '61', 70000, 72799),
  town('Goiânia', 'GO', '5208707', '62', 74000, 74899),
  town('Porto Velho', 'RO', '1100205', '69', 76800, 76834),
  town('Palmas', 'TO', '1721000', '63', 77000, 77249),
  town('Cuiabá', 'MT', '5103403', '65', 78000, 78099),
  town('Campo Grande', 'MS', '5002704', '67', 79000, 79124),
  town('Curitiba', 'PR', '4106902', '41', 80000, 82999),
  town('Londrina', 'PR', '4113700', '43', 86000, 86109),
  town('Florianópolis', 'SC', '4205407', '48', 88000, 88099),
  town('Joinville', 'SC', '4209102', '47', 89200, 89239),
  town('Porto Alegre', 'RS', '4314902', '51', 90000, 91999),
  town('Caxias do Sul', 'RS', '4305108', '54', 95000, 95124),
]

const streets = [
  'Rua das Palmeiras',
  'Avenida Brasil',
  'Rua Sete de Setembro',
  'Rua Quinze de Novembro',
  'Avenida Getúlio Vargas',
  'Rua Tiradentes',
  'Rua Marechal Deodoro',
  'Travessa do Comércio',
  'Rua Dom Pedro II',
  'Avenida Santos Dumont',
  'Rua Rui Barbosa',
  'Rua São João',
  'Alameda dos Ipês',
  'Rua Barão do Rio Branco',
  'Praça da Matriz',
  'Rua Machado de Assis',
]

const places = ['Centro', 'Jardim América', 'Vila Nova', 'Santo Antônio', 'Boa Vista', 'São José', 'Bela Vista', 'Santa Cruz']

const at = (list: readonly string[], number: number): string => list[number % list.length] ?? ''

/** The town of a CEP, and a street and a quarter that are always the same for it. */
export function addressOfCep(cep: string): { town: Town; logradouro: string; bairro: string } | undefined {
  const number = Number(cep)
  const found = towns.find(({ from, to }) => number >= from && number <= to)
  // The last ones of each thousand are given to nobody.
  if (!found || number % 1000 > 989) return undefined
  return { town: found, logradouro: at(streets, Math.floor(number / 10)), bairro: at(places, Math.floor(number / 1000)) }
}
