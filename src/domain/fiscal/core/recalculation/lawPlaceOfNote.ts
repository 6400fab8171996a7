import type { LawPlace } from '../calculation/taxLaw.ts'
import { type DocumentElement, textAt } from '../document/documentElement.ts'
import { lastDayOfKey } from '../keys/lastDayOfKey.ts'
import { stateByCode } from '../keys/states.ts'

/** Returns what the law of a note follows from: an `infNFe`'s day, model, issuer and the place of the goods. */
export function lawPlaceOfNote(info: DocumentElement): LawPlace {
  const said = (path: string): string | undefined => textAt(info, path)
  const issued = (said('ide/dhEmi') ?? '').slice(0, 10)
  const from = said('emit/enderEmit/UF') ?? stateByCode[said('ide/cUF') ?? ''] ?? ''
  return {
    day: said('ide/finNFe') === '4' ? returnedDay(info, issued) : issued,
    issued,
    modelo: said('ide/mod') === '65' ? '65' : '55',
    regime: Number(said('emit/CRT') ?? 3),
    uf: said('dest/enderDest/UF') ?? from,
    municipio: said('dest/enderDest/cMun') ?? said('emit/enderEmit/cMun'),
  }
}

/** A return takes back taxes of an earlier day: about that of the key that it names. */
function returnedDay(info: DocumentElement, day: string): string {
  const [first] = info.children.filter(({ name }) => name === 'det')
  const key = textAt(info, 'ide/NFref/refNFe') ?? textAt(first, 'DFeReferenciado/chaveAcesso') ?? ''
  const sold = lastDayOfKey(key) ?? day
  return sold < day ? sold : day
}
