/** The state of an address in another country. */
export const ABROAD = 'EX'

/** The states by their IBGE code, as `cUF` and the first two digits of an access key name them. */
export const stateByCode: Readonly<Record<string, string>> = {
  '11': 'RO',
  '12': 'AC',
  '13': 'AM',
  '14': 'RR',
  '15': 'PA',
  '16': 'AP',
  '17': 'TO',
  '21': 'MA',
  '22': 'PI',
  '23': 'CE',
  '24': 'RN',
  '25': 'PB',
  '26': 'PE',
  '27': 'AL',
  '28': 'SE',
  '29': 'BA',
  '31': 'MG',
  '32': 'ES',
  '33': 'RJ',
  '35': 'SP',
  '41': 'PR',
  '42': 'SC',
  '43': 'RS',
  '50': 'MS',
  '51': 'MT',
  '52': 'GO',
  '53': 'DF',
}

/** The state of IBGE's code of a municipality: its first two digits are the state's. Undefined where none has them. */
export const stateOfMunicipality = (code: string | null | undefined): string | undefined => stateByCode[(code ?? '').slice(0, 2)]

/** IBGE's code of a state by its letters. */
export const codeOfState = (state: string): string | undefined =>
  Object.entries(stateByCode).find(([, letters]) => letters === state)?.[0]
