import { type DocumentElement, elementAt, textAt } from '../document/documentElement.ts'
import { ABROAD } from '../keys/states.ts'
import { type Demand, type DemandedItem, forbidden, missing, of, wrong } from './demand.ts'

/** Brazil in the table of countries, and what stands for a municipality abroad. */
const home = 1058
const noMunicipality = '9999999'

/** Finds what a note breaks about a recipient, or sender, in another country, and the way that goods leave the country by. */
export function foreignDemands(info: DocumentElement): Demand[] {
  const said = (path: string): string => textAt(info, path) ?? ''
  const has = (path: string): boolean => elementAt(info, path) !== undefined
  const [place, state, country] = [said('ide/idDest'), said('dest/enderDest/UF'), said('dest/enderDest/cPais')]
  const [abroad, foreign, foreignId] = [place === '3', state === ABROAD, has('dest/idEstrangeiro')]
  const present = ['1', '5'].includes(said('ide/indPres'))
  const leaves = abroad && said('ide/tpNF') === '1'
  const at = (path: string, broken: boolean, what: () => Omit<Demand, 'path' | 'item'>): Demand[] =>
    broken ? [{ path, ...what() }] : []
  return [
    ...at('dest/idEstrangeiro', abroad && !foreignId, () => missing('720', 'demanded with another country, if only empty')),
    ...at('dest/idEstrangeiro', place === '2' && foreignId, () => forbidden('721', 'another state asks for CNPJ or CPF')),
    ...at('ide/indPres', place === '1' && foreignId && !present, () =>
      wrong('722', said('ide/indPres'), '1', 'a foreigner buys inside the state at the counter'),
    ),
    ...at('ide/indFinal', place === '1' && foreignId && said('ide/indFinal') !== '1', () =>
      wrong('723', said('ide/indFinal'), '1', 'a foreigner buys inside the state as a consumer'),
    ),
    ...at('dest/enderDest/UF', abroad && !foreign, () => wrong('727', state, ABROAD, 'of idDest 3')),
    ...at('dest/enderDest/UF', place === '2' && foreign, () => wrong('771', state, 'a state', 'of idDest 2')),
    ...at('dest/enderDest/cMun', abroad && said('dest/enderDest/cMun') !== noMunicipality, () =>
      wrong('509', said('dest/enderDest/cMun'), noMunicipality, 'abroad'),
    ),
    ...at('dest/enderDest/cPais', abroad && (country === '' || Number(country) === home), () =>
      wrong('510', country, 'another country', 'of idDest 3'),
    ),
    ...at('dest/enderDest/cPais', !abroad && !foreignId && country !== '' && Number(country) !== home, () =>
      wrong('511', country, '1058', 'who is here, and no foreigner'),
    ),
    ...at('dest/indIEDest', abroad && said('dest/indIEDest') === '1', () =>
      wrong('790', '1', '9', 'who is abroad pays no ICMS here'),
    ),
    ...at('dest/IE', abroad && has('dest/IE'), () => forbidden('792', 'who is abroad has no registration here')),
    ...at('exporta', leaves && !has('exporta/xLocExporta'), () => missing('355', 'demanded of what leaves the country')),
    ...at('exporta', !leaves && has('exporta'), () => forbidden('356', 'only what leaves the country has it')),
  ]
}

/** Finds what an item breaks that leaves the country: ICMS has neither value nor a share for another state. */
export function foreignItemDemands(item: DemandedItem, info: DocumentElement): Demand[] {
  const group = elementAt(item.det, 'imposto/ICMS')?.children[0]
  const [cst, csosn] = [textAt(group, 'CST'), textAt(group, 'CSOSN')]
  const exported = (textAt(item.det, 'prod/CFOP') ?? '').startsWith('7')
  const other =
    textAt(info, 'ide/idDest') !== '2' || textAt(info, 'ide/indFinal') !== '1' || textAt(info, 'dest/indIEDest') !== '9'
  return [
    ...of(item, 'imposto/ICMS', exported && group !== undefined && cst !== '41' && csosn !== '300', () =>
      wrong('527', cst ?? csosn ?? '', '41 or CSOSN 300', 'exports have no ICMS'),
    ),
    ...of(item, 'imposto/ICMSUFDest', other && elementAt(item.det, 'imposto/ICMSUFDest') !== undefined, () =>
      forbidden('695', 'only of a consumer in another state who pays no ICMS'),
    ),
  ]
}
