import type { CodeCheck } from './codeCheck.ts'
import { isTestFile } from './codeFile.ts'

/** Where the law of taxes is worked with: calculation, documents, books. */
const room = /^src\/(domain\/(fiscal|accounting|sales\/(intake|operations)|purchases)|plugins\/(sefaz|nfe))\//

/** Code that plays an authority or a company, and layouts of files: a new one of these is new code, whatever a register says. */
const aside = /\/(fixtures|demo|simulator)\/|sped\/layout\/versions\.ts$|schema\/schemaPackages\.ts$|danfe\/taxBlocks\.ts$/

/** A day that is written down, a rate of a tax of the reform, or ten and more codes of three or four digits on end: a table. */
const written = [
  /['"`](?:19|20)\d{2}-[01]\d-[0-3]\d/g,
  /p(?:CBS|IBSUF|IBSMun|IS)['"]?\s*[:=]\s*['"]?\d/g,
  /(?<![\w.-])(?:['"`]?(?<!\d)\d{3,4}\b['"`]?[\s,|:]+){9,}['"`]?\d{3,4}\b/g,
]

/** Rates, days, limits and tables of law are rows of the platform's registers, so that nobody waits for a version of the product. */
export const lawInCode: CodeCheck = {
  name: 'days, rates and tables of law in code',
  find: files =>
    files
      .filter(({ path }) => room.test(path) && !aside.test(path) && !isTestFile(path))
      .flatMap(({ path, text, lineAt }) =>
        written.flatMap(pattern =>
          [...withoutComments(text).matchAll(pattern)].map(
            ({ index, 0: said }) => `${path}:${lineAt(index)}: ${shortened(said)}: keep it in a register`,
          ),
        ),
      ),
}

const shortened = (said: string): string => (said.length > 40 ? `${said.slice(0, 40)}…` : said).replace(/\s+/g, ' ')

/** The same length, so that places stay. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, comment => comment.replace(/[^\n]/g, ' '))
