/** Longest part of a file's name that can be what a record is called. */
const longest = 60

/**
 * Returns the keys that a file's name may have of its record, the likeliest first: the whole name, the part before a space or bracket, the part
 * before a hyphen or underscore; of numbers also without zeros in front.
 */
export function fileNameKeys(name: string): readonly string[] {
  const whole = name
    .normalize('NFC')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .trim()
  const word = whole.split(/[\s([]/u, 1)[0] ?? ''
  const piece = word.split(/[-–—_]/u, 1)[0] ?? ''
  const names = [whole, word, piece].filter(each => each !== '' && each.length <= longest)
  const numbers = names.filter(each => /^0+[1-9]\d*$/.test(each)).map(each => each.replace(/^0+/, ''))
  return [...new Set([...names, ...numbers])]
}
