import { expect } from 'chai';
import { makeSightings } from '../../../../../src/controllers/build/kept/sightings.ts';

function some() {
  let time = 0;
  return { sightings: makeSightings(() => time), wait: (milliseconds: number) => void (time += milliseconds) };
}

describe('what is seen of a Build', () => {
  it('counts from first sight, look after look', () => {
    const { sightings, wait } = some();
    for (const seen of [0, 5, 10]) {
      const look = sightings.look('shop');
      expect(look.seenFor('a closed gate')).to.equal(seen);
      look.end();
      wait(5);
    }
    expect(sightings.look('other').seenFor('a closed gate')).to.equal(0);
  });

  it('counts anew once a look did not find it', () => {
    const { sightings, wait } = some();
    const first = sightings.look('shop');
    first.seenFor('a closed gate');
    first.end();
    wait(5);
    sightings.look('shop').end();
    expect(sightings.look('shop').seenFor('a closed gate')).to.equal(0);
  });

  it('is kept of a look that failed, and forgotten with the Build', () => {
    const { sightings, wait } = some();
    sightings.look('shop').seenFor('a closed gate');
    wait(5);
    expect(sightings.look('shop').seenFor('a closed gate')).to.equal(5);
    sightings.forget('shop');
    expect(sightings.look('shop').seenFor('a closed gate')).to.equal(0);
  });
});
