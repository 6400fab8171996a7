/**
 * Functions that releases wrote into copies that were not sealed, each by `functionDigest`: an archive that is taken by hand may bring these back and
 * no others. `npm run keep-state` tells those of a version.
 */
export const releasedFunctions: ReadonlySet<string> = new Set([
  // 0.1.0
  '331c9c592a826b21a9f69b6cf5266512',
  '96eba86ac5555a96b1ceaf4471da79c2',
  '39dcb69eb9d5cf0586da3c30b8e6f110',
  '5ea17d945ac4c31166b1c9e1b25b6e4a',
  'bfeb924adc6f42182bee8371d79e213a',
  '7ce020c269afe49cab00577b9a6f8aa5',
  '0942c246daec3d0f8144210da7d71f9e',
  'dfb882a478210f06b5b4aecfb7b1d688',
  '36202b86cd29b3acc064382a520520ec',
  '95440e2f920624fa621915c0e56a60c0',
  '9b6b93ddc98b435952c4193a7af173e8',
  '68cc73bee763bb9d07eb45505e57bfa6',
  'e513dedf92e7853737d6cd97283fcfda',
  'fd608fff3d8846f98e85a61b43ce46a0',
  '1ad8fef6af95a63d00c13dee03e46dd1',
])
