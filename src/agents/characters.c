/* Characters: who sits at the table if a player asks for a level, four for each level.
 *
 * A character has a name, a manner and something to say at the end. It plays exactly as its level does. The
 * page draws a face for each id. */
#include "tapete/agent.h"

#include "core/language.h"

#include <string.h>

static const tp_character characters[] = {
    {"lumi", "gentle", TR_MARK("Lumi"), TR_MARK("Knits while she waits, and cheers for everybody."),
     TR_MARK("Oh! Did I win? How lovely."), TR_MARK("Well played! One more?")},
    {"pepo", "gentle", TR_MARK("Pepo"), TR_MARK("A retired baker who plays for the coffee."),
     TR_MARK("Even a blind hen finds a grain."), TR_MARK("You earned that. I'll get the coffee.")},
    {"nilda", "gentle", TR_MARK("Nilda"), TR_MARK("Tells a story with every card."),
     TR_MARK("That reminds me of my wedding."), TR_MARK("I talked too much again.")},
    {"odo", "gentle", TR_MARK("Odo"), TR_MARK("Learned the rules last week, and loves them already."),
     TR_MARK("I won! I really won!"), TR_MARK("So that is how it is done.")},
    {"tova", "fair", TR_MARK("Tova"), TR_MARK("A postwoman who plays at every stop of her round."),
     TR_MARK("Delivered."), TR_MARK("Return to sender. Good game.")},
    {"rufo", "fair", TR_MARK("Rufo"), TR_MARK("Laughs loudest at his own jokes."),
     TR_MARK("Who laughs last? Me."), TR_MARK("Ha! You got me.")},
    {"inka", "fair", TR_MARK("Inka"), TR_MARK("Sorts her cards twice before she looks up."),
     TR_MARK("Everything in its place."), TR_MARK("I should have sorted them once more.")},
    {"gorm", "fair", TR_MARK("Gorm"), TR_MARK("A fisherman: few words, much patience."),
     TR_MARK("A good catch."), TR_MARK("That one got away.")},
    {"vesna", "strong", TR_MARK("Vesna"), TR_MARK("Plays the violin at night and cards in the afternoon."),
     TR_MARK("In tune from the first bar."), TR_MARK("You played that beautifully.")},
    {"balto", "strong", TR_MARK("Balto"), TR_MARK("A harbour pilot who has seen every storm."),
     TR_MARK("Safe in port."), TR_MARK("I did not see that wave coming.")},
    {"saga", "strong", TR_MARK("Saga"), TR_MARK("Has read every book about cards, and written two."),
     TR_MARK("It was in chapter three."), TR_MARK("I shall have to write a third book.")},
    {"kaz", "strong", TR_MARK("Kaz"), TR_MARK("Taught mathematics, and would still mark your homework."),
     TR_MARK("Which was to be proved."), TR_MARK("Full marks.")},
    {"mirka", "strongest", TR_MARK("Mirka"), TR_MARK("Champion of her island eleven years in a row."),
     TR_MARK("Twelve, then."), TR_MARK("At last, someone who can play.")},
    {"cosmo", "strongest", TR_MARK("Cosmo"), TR_MARK("Looks at the stars, and then at you."),
     TR_MARK("It was written."), TR_MARK("The stars said nothing about this.")},
    {"zita", "strongest", TR_MARK("Zita"), TR_MARK("Never writes anything down, never forgets."),
     TR_MARK("I shall remember this game."), TR_MARK("This game I shall try to forget.")},
    {"arvo", "strongest", TR_MARK("Arvo"), TR_MARK("Nobody has seen him blink."), TR_MARK("Hm."),
     TR_MARK("Hm. Well played.")},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

const tp_character *tp_characters(void) { return characters; }

const tp_character *tp_character_find(const char *id) {
    for (const tp_character *one = characters; one->id != NULL; one++) {
        if (strcmp(one->id, id) == 0) return one;
    }
    return NULL;
}

const tp_character *tp_character_named(const char *name) {
    for (const tp_character *one = characters; one->id != NULL; one++) {
        if (strcmp(one->name, name) == 0) return one;
    }
    return NULL;
}
