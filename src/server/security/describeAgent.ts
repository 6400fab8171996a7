/** Programs by what they say of themselves, those that also say another's name first. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const find = (list: typeof programs, agent: string): string | undefined => list.find(([sign]) => sign.test(agent))?.[1]

/** The device behind a User-Agent in plain words: `Chrome no Windows`; of what is no browser the first word, without its version. */
export function describeAgent(agent: string): string {
  const program = find(programs, agent)
  const system = find(systems, agent)
  if (program && system) return `${program} no ${system}`
  const word = /^[\w.-]{1,40}/.exec(agent)?.[0]
  return program ?? (word === undefined || word === 'Mozilla' ? (system ?? 'Dispositivo não identificado') : word)
}
