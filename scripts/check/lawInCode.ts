import type { CodeCheck } from './codeCheck.ts'
import { isTestFile } from './codeFile.ts'

/** Where the law of taxes is worked with: calculation, documents, books. */
const room = /^src\/(domain\/(fiscal|accounting|returns|sales\/(intake|operations)|purchases)|plugins\/(sefaz|nfe))\//

/** Code that plays an authority or a company, and layouts of files: a new one of these is new code, whatever a register says. */
const aside =
  /\/(fixtures|demo|simulator)\/|sped\/layout\/(versions|records)\.ts$|schema\/schemaPackages\.ts$|danfe\/taxBlocks\.ts$|document\/textLengths\.ts$|transport\/contingencyAuthority\.ts$/

const states = '(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)'
const year = '20(?:2[5-9]|[3-9]\\d)'
/** Names of what has rates and limits. */
const taxes =
  '(?:cbs|ibs|icms|pis|cofins|ipi|iss|difal|fcp|das|simples|aliq|aliquota|rate|taxa|percent|reduction|reducao|gorjeta|hours|horas)'

/** Law as it is written down. */
const written = [
  // A day, whole or from its year on: of a text, of its numbers, as Brazil writes it.
  /['"`](?:19|20)\d{2}-[01]\d-[0-3]\d/g,
  new RegExp(`['"\`]${year}(?:-?[01]\\d){0,1}['"\`]`, 'g'),
  new RegExp(`(?<![\\w.#/-])${year}(?![\\w%/-])`, 'g'),
  new RegExp(`(?<!\\d)${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?!\\d)`, 'g'),
  new RegExp(`\\b[0-3]\\d/[01]\\d/${year}\\b`, 'g'),
  // A rate of the reform, whatever its value; of any tax, where it is none of 0, 1 and 100.
  /p(?:CBS|IBSUF|IBSMun|IS)['"]?\s*[:=]\s*['"]?\d/g,
  new RegExp(
    `(?<![\\w.'"])(?!\\w*(?:cst|places|digits))${taxes}(?:_?[a-z]*|[A-Z]\\w*)['"]?\\s*(?::\\s*(?:number|Decimal|Amount)\\s*)?(?:=|:|\\?\\?|\\*)\\s*(?:[\\w.?]+\\s*\\?\\?\\s*)?(?:\\w+\\()?['"]?(?!(?:0+|1|100)(?![\\d.]))\\d+(?:\\.\\d+)?\\b`,
    'gi',
  ),
  /(?<![\w.])[a-z]\w*(?:Hours|Days|Rate|Percent|Limit)\s*[:=]\s*(?!(?:0|1|100)\b)\d+(?![\d_])/g,
  // Ten and more codes of three or four digits on end, eight with what each stands for, five classes of six digits: a table.
  /(?<![\w.-])(?:['"`]?(?<!\d)\d{3,4}\b['"`]?[\s,|:]+){9,}['"`]?\d{3,4}\b/g,
  /(?:(?<!\w)['"`]?\d{3,4}\b['"`]?\s*:\s*(?:'[^'\n]*'|"[^"\n]*"|\[[^\]\n]*\]|\{[^}\n]*\}|[\w.]+)\s*,\s*){8,}/g,
  /(?:['"`]\d{6}['"`]\s*(?::[^,}\n]*)?,\s*){4,}['"`]\d{6}['"`]/g,
  // A value of each of three and more states, or a list of them.
  new RegExp(
    `(?:\\[?['"\`]?\\b${states}\\b(?:['"\`]?\\s*:|['"\`]\\s*,(?<=\\[.{0,12}))\\s*['"\`]?\\d[^,}\\]\\n]*[\\s,\\]]+){3,}`,
    'g',
  ),
  new RegExp(`(?:(?<!:\\s?)['"\`]${states}['"\`]\\s*[,|]\\s*){3,}['"\`]?${states}\\b`, 'g'),
]

/** Rates, days, limits and tables of law are rows of the platform's registers, so that nobody waits for a version of the product. */
export const lawInCode: CodeCheck = {
  name: 'days, rates and tables of law in code',
  find: files =>
    files
      .filter(({ path }) => room.test(path) && !aside.test(path) && !isTestFile(path))
      .flatMap(({ path, text, lineAt }) =>
        foundIn(withoutComments(text)).map(
          ({ index, said }) => `${path}:${lineAt(index)}: ${shortened(said)}: keep it in a register`,
        ),
      ),
}

/** Each place once, however many ways find it. */
function foundIn(text: string): readonly { readonly index: number; readonly said: string }[] {
  const all = written.flatMap(pattern => [...text.matchAll(pattern)].map(({ index, 0: said }) => ({ index, said })))
  return all.filter(
    ({ index, said }, at) =>
      !all.slice(0, at).some(other => index < other.index + other.said.length && other.index < index + said.length),
  )
}

const shortened = (said: string): string => (said.length > 40 ? `${said.slice(0, 40)}…` : said).replace(/\s+/g, ' ')

/** The same length, so that places stay. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, comment => comment.replace(/[^\n]/g, ' '))
