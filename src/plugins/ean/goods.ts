/** Goods that the stand-in knows: name, NCM, CEST, colour of the photo. The code's last digit is its check digit. */
export interface StubProduct {
  readonly gtin: string
  readonly description: string
  readonly ncm: string
  readonly cest?: string
  readonly colour: readonly [number, number, number]
}

export const stubProducts: readonly StubProduct[] = [
  {
    gtin: '7891234500014',
    description: 'REFRIGERANTE COLA SERRA ALTA LATA 350ML',
    ncm: '22021000',
    cest: '0301100',
    colour: [176, 34, 40],
  },
  {
    gtin: '7891234500021',
    description: 'REFRIGERANTE GUARANÁ SERRA ALTA 2L',
    ncm: '22021000',
    cest: '0301000',
    colour: [24, 122, 72],
  },
  {
    gtin: '7891234500038',
    description: 'ÁGUA MINERAL FONTE CLARA SEM GÁS 500ML',
    ncm: '22011000',
    cest: '0300500',
    colour: [70, 140, 200],
  },
  {
    gtin: '7891234500045',
    description: 'CERVEJA PILSEN VALE DO LÚPULO LATA 350ML',
    ncm: '22030000',
    cest: '0302100',
    colour: [214, 160, 40],
  },
  {
    gtin: '7891234500052',
    description: 'AÇÚCAR REFINADO DOCE VIDA 1KG',
    ncm: '17019900',
    cest: '1709900',
    colour: [230, 230, 236],
  },
  {
    gtin: '7891234500069',
    description: 'CAFÉ TORRADO E MOÍDO MOGIANA 500G',
    ncm: '09012100',
    cest: '1709600',
    colour: [92, 58, 36],
  },
  { gtin: '7891234500076', description: 'ARROZ BRANCO TIPO 1 CAMPO BOM 5KG', ncm: '10063021', colour: [240, 236, 214] },
  { gtin: '7891234500083', description: 'ÓLEO DE SOJA GIRASSOLAR 900ML', ncm: '15079011', colour: [226, 190, 60] },
  {
    gtin: '7891234500090',
    description: 'KETCHUP TRADICIONAL DA HORTA 400G',
    ncm: '21032010',
    cest: '1703500',
    colour: [190, 40, 36],
  },
  { gtin: '7891234500106', description: 'MAIONESE DA HORTA 500G', ncm: '21039011', cest: '1703900', colour: [244, 226, 150] },
  { gtin: '78912342', description: 'CHOCOLATE AO LEITE CACAUEIRO 20G', ncm: '18063210', cest: '1700100', colour: [110, 62, 40] },
  {
    gtin: '17891234500011',
    description: 'REFRIGERANTE COLA SERRA ALTA LATA 350ML CX 12UN',
    ncm: '22021000',
    colour: [150, 30, 36],
  },
]
