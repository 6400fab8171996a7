import { type Amount, sumOf, zero } from '../calculation/amounts.ts'
import { type Formula, meets, type Place } from './findings.ts'
import type { Item, NoteFacts } from './item.ts'

/** Reads one value of an item. */
type Read = (item: Item) => Amount | undefined

const ofIcms =
  (name: string): Read =>
  item =>
    item.place.inner('imposto/ICMS')?.group?.value(name)
const ofPath =
  (path: string): Read =>
  item =>
    item.place.value(path)
const ofContribution =
  (name: 'PIS' | 'COFINS'): Read =>
  item =>
    item.place.inner(`imposto/${name}`)?.group?.value(`v${name}`)

const sumItems = (items: readonly Item[], read: Read): Amount => sumOf(items.map(item => read(item) ?? zero))

/** Fields of `ICMSTot` that are the sum of one field of the items' ICMS groups. */
const icmsSums: Readonly<Record<string, string>> = {
  vBC: 'vBC',
  vICMS: 'vICMS',
  vBCST: 'vBCST',
  vST: 'vICMSST',
  vFCPST: 'vFCPST',
  vFCPSTRet: 'vFCPSTRet',
  vICMSMono: 'vICMSMono',
  vICMSMonoReten: 'vICMSMonoReten',
  vICMSMonoRet: 'vICMSMonoRet',
}

/** Fields of `ICMSTot` that are the sum of a field elsewhere in the items. */
const otherSums: Readonly<Record<string, string>> = {
  vFCPUFDest: 'imposto/ICMSUFDest/vFCPUFDest',
  vICMSUFDest: 'imposto/ICMSUFDest/vICMSUFDest',
  vICMSUFRemet: 'imposto/ICMSUFDest/vICMSUFRemet',
  vII: 'imposto/II/vII',
  vIPI: 'imposto/IPI/IPITrib/vIPI',
  vIPIDevol: 'impostoDevol/IPI/vIPIDevol',
}

/** A sum: missing only where it is zero. The authority lets it be off by a cent, as authorised notes show. */
function checkSum(total: Place, name: string, formulas: readonly Formula[]): void {
  const [first] = formulas
  if (total.value(name) !== undefined)
    total.checkAny(
      name,
      formulas.map(formula => ({ ...formula })),
    )
  else if (first && !first.ours.isZero()) total.differs(name, first)
}

/** `ICMSTot` (MOC 7.0, group W02). */
export function checkIcmsTotal(total: Place, items: readonly Item[]): void {
  for (const [name, field] of Object.entries(icmsSums))
    checkSum(total, name, [{ ours: sumItems(items, ofIcms(field)), rule: `Σ ${field} of ICMS` }])
  for (const [name, path] of Object.entries(otherSums))
    checkSum(total, name, [{ ours: sumItems(items, ofPath(path)), rule: `Σ ${path}` }])
  checkSum(total, 'vFCP', [
    { ours: sumItems(items, ofIcms('vFCP')), rule: 'Σ vFCP of ICMS' },
    { ours: sumItems(items, item => ofIcms('vFCPEfet')(item) ?? ofIcms('vFCP')(item)), rule: 'Σ vFCPEfet of ICMS' },
  ])
  const exempted = sumItems(items, ofIcms('vICMSDeson'))
  checkSum(total, 'vICMSDeson', [
    { ours: exempted, rule: 'Σ vICMSDeson of ICMS' },
    { ours: exempted.plus(sumItems(items, ofIcms('vICMSSTDeson'))), rule: 'Σ vICMSDeson + vICMSSTDeson of ICMS' },
  ])
  for (const name of ['qBCMono', 'qBCMonoReten', 'qBCMonoRet'])
    total.checkAny(
      name,
      [{ ours: sumItems(items, ofIcms(name)), rule: `Σ ${name} of ICMS` }],
      'an item may leave its quantity out',
    )
  const goods = items.filter(item => !item.isService)
  checkSum(total, 'vProd', [
    {
      ours: sumItems(
        goods.filter(item => item.counts),
        ofPath('prod/vProd'),
      ),
      rule: 'Σ vProd of goods with indTot 1',
    },
  ])
  for (const name of ['vFrete', 'vSeg', 'vDesc', 'vOutro'])
    checkSum(total, name, [
      { ours: sumItems(items, ofPath(`prod/${name}`)), rule: `Σ ${name}` },
      { ours: sumItems(goods, ofPath(`prod/${name}`)), rule: `Σ ${name} of goods` },
      {
        ours: sumItems(
          items.filter(item => item.counts),
          ofPath(`prod/${name}`),
        ),
        rule: `Σ ${name} with indTot 1`,
      },
    ])
  for (const name of ['PIS', 'COFINS'] as const) {
    const own = sumItems(goods, ofContribution(name))
    checkSum(total, `v${name}`, [
      { ours: own, rule: `Σ v${name} of goods` },
      {
        ours: own.plus(sumItems(items, ofPath(`imposto/${name}ST/v${name}`))),
        rule: `Σ v${name} of goods + v${name} of ${name}ST`,
      },
    ])
  }
  checkApproximateTaxes(total, items)
}

/** `vTotTrib` (Lei 12.741/2012): the sum of the items' own, where these have one. */
function checkApproximateTaxes(total: Place, items: readonly Item[]): void {
  const said = items.filter(item => item.place.value('imposto/vTotTrib') !== undefined)
  for (const { place } of said) place.undecided('imposto/vTotTrib', 'comes from the IBPT table of its day and state')
  if (said.length === 0) total.undecided('vTotTrib', 'no item says what it is the sum of')
  else total.check('vTotTrib', sumItems(said, ofPath('imposto/vTotTrib')), 'Σ vTotTrib')
}

/** `vNF` (rule W16-10) from the other totals as written. */
export function checkNoteTotal(total: Place, services: Place | undefined, items: readonly Item[]): void {
  const at = (name: string): Amount => total.value(name) ?? zero
  const substituted = (name: 'PIS' | 'COFINS'): Amount =>
    sumItems(items, ({ place }) =>
      place.text(`imposto/${name}ST/indSoma${name}ST`) === '1' ? place.value(`imposto/${name}ST/v${name}`) : zero,
    )
  const whole = at('vProd')
    .minus(at('vDesc'))
    .plus(sumOf(['vST', 'vFCPST', 'vICMSMonoReten', 'vFrete', 'vSeg', 'vOutro', 'vII', 'vIPI', 'vIPIDevol'].map(at)))
    .plus(services?.value('vServ') ?? zero)
    .plus(substituted('PIS'))
    .plus(substituted('COFINS'))
  const rule =
    'vProd − vDesc − vICMSDeson + vST + vFCPST + vICMSMonoReten + vFrete + vSeg + vOutro + vII + vIPI + vIPIDevol + vServ'
  const { sure, perhaps } = deductedExemption(items)
  const formulas: Formula[] = [whole.minus(sure), whole.minus(perhaps)].map(ours => ({ ours, rule }))
  // A car that the factory sells through a dealer: the tax of the substitution is paid by the factory.
  if (items.some(({ place }) => place.text('prod/veicProd/tpOp') === '2'))
    formulas.push({ ours: whole.minus(sure).minus(at('vST')), rule })
  const isImport = items.some(({ cfop }) => cfop.startsWith('3'))
  total.checkAny(
    'vNF',
    formulas,
    isImport ? 'an import holds taxes and customs costs, which states add in different ways' : undefined,
  )
}

/** Exempted tax that is deducted: `indDeduzDeson` says it; before there was one, states did either. */
function deductedExemption(items: readonly Item[]): Record<'sure' | 'perhaps', Amount> {
  const deducting = (...said: readonly (string | undefined)[]): Amount =>
    sumItems(items, ({ place }) => {
      const group = place.inner('imposto/ICMS')?.group
      return said.includes(group?.text('indDeduzDeson')) ? group?.value('vICMSDeson') : zero
    })
  return { sure: deducting('1'), perhaps: deducting('1', undefined) }
}

/** `vItem` (rule VB01-10): what the item adds to the note. */
export function checkItemTotal({ place, values, isService, note }: Item): void {
  const group = place.inner('imposto/ICMS')?.group
  const of = (name: string): Amount => group?.value(name) ?? zero
  const exempted = group?.text('indDeduzDeson') === '1' ? values.vICMSDeson : zero
  const { vProd, vDesc, vFrete, vSeg, vOutro, vII, vIPI } = values
  const today = sumOf([vProd, vFrete, vSeg, vOutro, vII, vIPI, of('vICMSST'), of('vFCPST'), of('vICMSMonoReten')])
    .plus(place.value('impostoDevol/IPI/vIPIDevol') ?? zero)
    .minus(vDesc)
    .minus(exempted)
  const reform = sumOf(
    ['IS/vIS', 'IBSCBS/gIBSCBS/vIBS', 'IBSCBS/gIBSCBS/gCBS/vCBS'].map(path => place.value(`imposto/${path}`) ?? zero),
  )
  const rule = `vProd − vDesc − vICMSDeson + vICMSST + vFCPST + vFrete + vSeg + vOutro + vII + vIPI${isService ? ' (service)' : ''}`
  const formulas = [
    { ours: today, rule },
    { ours: today.plus(reform), rule: `${rule} + vIS + vIBS + vCBS` },
  ]
  place.checkAny('vItem', note.law?.addsIbsCbs ? formulas.toReversed() : formulas)
}

/** `ISSQNtot`: the services of the note. */
export function checkServiceTotal(total: Place, items: readonly Item[]): void {
  const services = items.filter(item => item.isService)
  const counted = services.filter(item => item.counts)
  checkSum(total, 'vServ', [{ ours: sumItems(counted, ofPath('prod/vProd')), rule: 'Σ vProd of services' }])
  for (const name of ['vBC', 'vDeducao', 'vOutro', 'vDescIncond', 'vDescCond', 'vISSRet'])
    checkSum(total, name, [{ ours: sumItems(services, ofPath(`imposto/ISSQN/${name}`)), rule: `Σ ${name} of ISSQN` }])
  checkSum(total, 'vISS', [{ ours: sumItems(services, ofPath('imposto/ISSQN/vISSQN')), rule: 'Σ vISSQN' }])
  for (const name of ['PIS', 'COFINS'] as const)
    checkSum(total, `v${name}`, [{ ours: sumItems(services, ofContribution(name)), rule: `Σ v${name} of services` }])
}

/** Sums of IS, IBS and CBS: the field of the total, and where the items have it. */
const reformSums: Readonly<Record<string, string>> = {
  vBCIBSCBS: 'gIBSCBS/vBC',
  'gIBS/gIBSUF/vDif': 'gIBSCBS/gIBSUF/gDif/vDif',
  'gIBS/gIBSUF/vDevTrib': 'gIBSCBS/gIBSUF/gDevTrib/vDevTrib',
  'gIBS/gIBSUF/vIBSUF': 'gIBSCBS/gIBSUF/vIBSUF',
  'gIBS/gIBSMun/vDif': 'gIBSCBS/gIBSMun/gDif/vDif',
  'gIBS/gIBSMun/vDevTrib': 'gIBSCBS/gIBSMun/gDevTrib/vDevTrib',
  'gIBS/gIBSMun/vIBSMun': 'gIBSCBS/gIBSMun/vIBSMun',
  'gIBS/vIBS': 'gIBSCBS/vIBS',
  'gIBS/vCredPres': 'gCredPresOper/gIBSCredPres/vCredPres',
  'gIBS/vCredPresCondSus': 'gCredPresOper/gIBSCredPres/vCredPresCondSus',
  'gCBS/vDif': 'gIBSCBS/gCBS/gDif/vDif',
  'gCBS/vDevTrib': 'gIBSCBS/gCBS/gDevTrib/vDevTrib',
  'gCBS/vCBS': 'gIBSCBS/gCBS/vCBS',
  'gCBS/vCredPres': 'gCredPresOper/gCBSCredPres/vCredPres',
  'gCBS/vCredPresCondSus': 'gCredPresOper/gCBSCredPres/vCredPresCondSus',
  'gMono/vIBSMonoReten': 'gIBSCBSMono/gMonoReten/vIBSMonoReten',
  'gMono/vCBSMonoReten': 'gIBSCBSMono/gMonoReten/vCBSMonoReten',
  'gMono/vIBSMonoRet': 'gIBSCBSMono/gMonoRet/vIBSMonoRet',
  'gMono/vCBSMonoRet': 'gIBSCBSMono/gMonoRet/vCBSMonoRet',
  'gEstornoCred/vIBSEstCred': 'gEstornoCred/vIBSEstCred',
  'gEstornoCred/vCBSEstCred': 'gEstornoCred/vCBSEstCred',
}

/** `ISTot`, `IBSCBSTot` and `vNFTot` (NT 2025.002, groups W31 to W60). */
export function checkReformTotal(total: Place, items: readonly Item[], facts: NoteFacts): void {
  const ofReform = (path: string): Read => ofPath(`imposto/IBSCBS/${path}`)
  const reform = total.inner('IBSCBSTot')
  for (const [name, path] of reform ? Object.entries(reformSums) : []) {
    const split = name.lastIndexOf('/')
    const place = split < 0 ? reform : reform?.inner(name.slice(0, split))
    if (place) checkSum(place, name.slice(split + 1), [{ ours: sumItems(items, ofReform(path)), rule: `Σ ${path}` }])
  }
  for (const tax of ['IBS', 'CBS']) {
    const own = sumItems(items, ofReform(`gIBSCBSMono/gMonoPadrao/v${tax}Mono`))
    const deferred = sumItems(items, ofReform(`gIBSCBSMono/gMonoDif/v${tax}MonoDif`))
    const mono = reform?.inner('gMono')
    if (mono)
      checkSum(mono, `v${tax}Mono`, [
        { ours: own, rule: `Σ v${tax}Mono` },
        { ours: own.minus(deferred), rule: `Σ (v${tax}Mono − v${tax}MonoDif)` },
      ])
  }
  const selective = total.inner('ISTot')
  if (selective) checkSum(selective, 'vIS', [{ ours: sumItems(items, ofPath('imposto/IS/vIS')), rule: 'Σ vIS' }])
  checkTotalWithReform(total, facts)
}

/** `vNFTot`: as long as the taxes of the reform are told, not paid, issuers write it with and without them. */
function checkTotalWithReform(total: Place, { law }: NoteFacts): void {
  const at = (path: string): Amount => total.value(path) ?? zero
  const vNF = at('ICMSTot/vNF')
  const paths = [
    'ISTot/vIS',
    'IBSCBSTot/gIBS/vIBS',
    'IBSCBSTot/gCBS/vCBS',
    'vIBSMono',
    'vCBSMono',
    'vIBSMonoReten',
    'vCBSMonoReten',
  ]
  const reform = sumOf(paths.map(path => at(path.startsWith('v') ? `IBSCBSTot/gMono/${path}` : path)))
  const added = { ours: vNF.plus(reform), rule: 'vNF + vIS + vIBS + vCBS' }
  const plain = { ours: vNF, rule: 'vNF' }
  const note = total.value('vNFTot')
  // Layouts since PL_010f let it be 0.
  if (note?.isZero() && !vNF.isZero()) return
  total.checkAny(
    'vNFTot',
    law?.addsIbsCbs ? [added] : [plain, added],
    note && meets(note, plain) ? 'vNF may hold them already' : undefined,
  )
}
